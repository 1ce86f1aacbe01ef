/** Training from one's own mistakes: the decisions are asked again. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { look } from "./state.js";

/** @typedef {import("../contract.js").ReviewedDecision & { text: string }} Decision a mistake, with its sentence */

/** Labels of a decision in an order that tells nothing. @param {Decision} move */
const choices = (move) => [...new Set([move.best_label, move.move_label, ...move.other_labels])].sort();

/**
 * What says the answers is hidden while they are asked.
 * @param {{ moves: Decision[], children?: unknown }} props
 */
export function Training({ moves, children }) {
  const [at, setAt] = useState(-1);
  const [chosen, choose] = useState("");
  const [right, setRight] = useState(0);
  /** @param {number} next */
  const ask = (next) => {
    setAt(next);
    choose("");
    if (!next) setRight(0);
    if (next < moves.length) look(moves[next].number - 1);
  };
  if (at < 0) return html`${children}<p><button onClick=${() => ask(0)}>${t("train")}</button></p>`;
  const move = moves[at];
  if (!move) return html`<p role="status">${t("train_done", { n: right, of: moves.length })} <button onClick=${() => ask(0)}>${t("train")}</button></p>${children}`;
  /** @param {string} label */
  const answer = (label) => {
    choose(label);
    if (label === move.best_label) setRight(right + 1);
  };
  return html`<section class="training" aria-label=${t("train")}>
    <p><b>${t("train_ask", { n: at + 1, of: moves.length, round: move.round })}</b></p>
    <ul>${choices(move).map((label) => html`<li><button class=${chosen && label === move.best_label ? "best" : ""} disabled=${Boolean(chosen)} onClick=${() => answer(label)}>${label}</button></li>`)}</ul>
    ${chosen &&
    html`<p role="status">${chosen === move.best_label ? t("train_right") : t("train_wrong", { best: move.best_label })} ${move.text}</p>
      <p><button class="primary" onClick=${() => ask(at + 1)}>${t("train_next")}</button></p>`}
  </section>`;
}
