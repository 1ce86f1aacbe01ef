/** A table of several screens: who is there, what the players ask each other, links to the seats. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Unanswered, get, post } from "../shared/api.js";
import { Check, Dialog } from "../shared/controls.js";
import { given, t } from "../shared/i18n.js";
import { Picture, attempt, say } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { open, refresh, shown } from "./state.js";

/** @import { GameView } from "./types.js" */
/** @import { SeatsView, SharedSeatView as Seat } from "../contract.js" */
/** @typedef {import("../contract.js").SeatWanted["want"]} Want */

/** Milliseconds between two looks at the table. */
const PACE = 1000;

const seats = new Store(/** @type {SeatsView | null} */ (null));

/** @param {string} game */
async function look(game) {
  await set(game, await get(`/api/game/seats/${encodeURIComponent(game)}`));
}

/** Show the table, and the game if it has gone on or is seen from other seats now. @param {string} game @param {SeatsView} now */
async function set(game, now) {
  const before = seats.value;
  seats.set(now);
  if (before?.undo?.own && !now.undo && now.stamp === before.stamp) say(t("seats_refused"));
  const view = shown.value;
  if (!view || view.past) return;
  const here = now.seats.filter((seat) => seat.here);
  const others = now.seats.some((each) => each.here !== view.seats[each.seat].here);
  if (others || (view.shared && view.coached !== here.some((seat) => seat.coach))) await open(game);
  else if (now.stamp !== view.stamp) await refresh();
}

/** Look at the table as long as the page is seen; a phone that sleeps asks nothing. @param {string} game */
function follow(game) {
  let timer = 0;
  const next = async () => {
    window.clearTimeout(timer);
    try {
      if (!document.hidden) await look(game);
    } catch (error) {
      if (!(error instanceof Unanswered)) return say(t("seats_lost"), true);
    }
    timer = window.setTimeout(next, PACE);
  };
  void next();
  document.addEventListener("visibilitychange", next);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener("visibilitychange", next);
  };
}

/** Looks at the table that come meanwhile know no link. @param {string} game @param {number} seat @param {Want} want @param {(link: SeatsView["link"]) => void} [tell] */
const change = (game, seat, want, tell) =>
  attempt(async () => {
    const now = await post("/api/game/seat", { game, seat, want });
    tell?.(now.link);
    await set(game, now);
  });

/** @param {string} game @param {boolean} yes */
const agree = (game, yes) =>
  attempt(async () => {
    seats.set(await post("/api/game/agree", { game, yes }));
    await look(game);
  });

/** @param {{ game: GameView }} props */
export function Bar({ game: { game } }) {
  const now = useStore(seats);
  useEffect(() => follow(game), [game]);
  const undo = now?.undo;
  return html`<div class="seatbar wrap aligned" role="status">
    ${now?.seats.map((seat) => html`<${Status} key=${seat.seat} game=${game} seat=${seat} />`)}
    ${undo?.own && html`<span>${t("seats_asked", { move: undo.words })} <button onClick=${() => agree(game, false)}>${t("seats_withdraw")}</button></span>`}
    ${undo?.asked &&
    html`<span>
      ${t("seats_take_back", { move: undo.words })}
      <button class="primary" onClick=${() => agree(game, true)}>${t("seats_agree")}</button>
      <button onClick=${() => agree(game, false)}>${t("seats_refuse")}</button>
    </span>`}
  </div>`;
}

/** What there is to say of a seat. @param {{ game: string, seat: Seat }} props */
function Status({ game, seat, seat: { name } }) {
  const button = (/** @type {Want} */ wanted, /** @type {string} */ label) => html`<button onClick=${() => change(game, seat.seat, wanted)}>${t(label)}</button>`;
  if (seat.bot) return html`<span>${t("seats_bot", { name })} ${(seat.here || given.role === "owner") && button("person", "seats_again")}</span>`;
  if (seat.here && given.role === "seat") return html`<b>${t("seats_you", { name })}</b>`;
  if (seat.away && !seat.here) return html`<span>${t("seats_away", { name })} ${button("bot", "seats_let_bot")}</span>`;
}

/** The seats, and what becomes of them. @param {{ game: GameView, close: () => void }} props */
export function Seating({ game: { game }, close }) {
  const now = useStore(seats);
  const [link, setLink] = useState(/** @type {SeatsView["link"]} */ (null));
  const owner = given.role === "owner";
  useEffect(() => void attempt(() => look(game)), [game]);
  const ask = (/** @type {Seat} */ { seat }, /** @type {Want} */ wanted) => change(game, seat, wanted, setLink);
  return html`<${Dialog} class="guests" label=${t("seats")} close=${close}>
    <h2>${t("seats")}</h2>
    <p>${t(owner ? "seats_help" : "seats_own_help")}</p>
    ${now?.seats.map(
      (seat) => html`<fieldset key=${seat.seat}>
        <legend>${seat.name}</legend>
        ${owner && html`<button type="button" onClick=${() => ask(seat, "phone")}>${t(seat.phone ? "seats_new_link" : "seats_link")}</button>`}
        ${owner && seat.phone && html`<button type="button" onClick=${() => ask(seat, "screen")}>${t("seats_here")}</button>`}
        ${link?.seat === seat.seat && html`<${Picture} class="qr" markup=${link.picture} /><p><a href=${link.address}>${link.address}</a></p>`}
        <${Check} checked=${seat.bot} disabled=${!owner && !seat.here} onChange=${() => ask(seat, seat.bot ? "person" : "bot")} label=${t("seats_bot_plays")} />
        <${Check} checked=${seat.coach} disabled=${!owner} onChange=${() => ask(seat, seat.coach ? "no coach" : "coach")} label=${t("seats_coach")} />
      </fieldset>`,
    )}
    <form method="dialog" class="toolbar"><button class="primary">${t("close")}</button></form>
  <//>`;
}
