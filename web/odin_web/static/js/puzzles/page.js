/** The page with puzzles: behind the `#` stands a puzzle, a pack or a share code. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { useFiles } from "../shared/files.js";
import { given, t } from "../shared/i18n.js";
import { useStore } from "../shared/store.js";
import { ListPage, openText } from "./lists.js";
import { PlayPage } from "./play.js";

export function Page() {
  const name = useStore(fragment).replace(/^p=/, "");
  useFiles(openText);
  const isCode = name.toUpperCase().startsWith("ODIN");
  if (given.role === "framed") return isCode && html`<${PlayPage} key=${name} name=${name} />`;
  useEffect(() => {
    if (isCode) void openText(name, "");
  }, [name]);
  if (isCode) return html`<p class="hint">${t("loading")}</p>`;
  return name.includes("/") && !name.startsWith("workshop") ? html`<${PlayPage} key=${name} name=${name} />` : html`<${ListPage} pack=${name} />`;
}
