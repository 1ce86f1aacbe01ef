/** Letting other devices in: the owner shows them a code, and says what they may do. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "./api.js";
import { Check, Dialog } from "./controls.js";
import { t } from "./i18n.js";
import { Picture, attempt } from "./page.js";

/** @typedef {{ address: string, picture: string, may: "change" | "look" }} Invitation */

/** @param {{ close: () => void }} props */
export function Guests({ close }) {
  const [now, setNow] = useState(/** @type {Invitation | null} */ (null));
  const invite = () => void attempt(async () => setNow(await post("/api/guests/invite", {})));
  useEffect(invite, []);
  const allow = (/** @type {Invitation["may"]} */ may) =>
    attempt(async () => {
      const next = await post("/api/guests/may", { may });
      if (now) setNow({ ...now, ...next });
    });
  return html`<${Dialog} class="guests" label=${t("guests")} close=${close}>
    <h2>${t("guests")}</h2>
    <p>${t("guests_scan")}</p>
    ${now && html`<${Picture} class="qr" markup=${now.picture} /><p><a href=${now.address}>${now.address}</a></p>`}
    <fieldset>
      <legend>${t("guests_others")}</legend>
      ${/** @type {const} */ (["change", "look"]).map(
        (may) => html`<${Check} type="radio" name="may" checked=${now?.may === may} onChange=${() => allow(may)} label=${t(`guests_${may}`)} />`,
      )}
    </fieldset>
    <form method="dialog" class="toolbar">
      <button type="button" onClick=${invite}>${t("guests_another")}</button>
      <button class="primary">${t("close")}</button>
    </form>
  <//>`;
}
