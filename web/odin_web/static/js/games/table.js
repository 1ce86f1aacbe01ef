/** The whole table of one game. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { t, textOr } from "../shared/i18n.js";
import { keep } from "../shared/kept.js";
import { signed } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { HandBar, useHand } from "../tiles/board.js";
import { Boards } from "./boards.js";
import { Challenge } from "./challenge.js";
import { Coach, ReviewDrawer } from "./coach.js";
import { History } from "./history.js";
import { Glyphs, Icon } from "./icons.js";
import { Menu, Tip, explains } from "./pop.js";
import { Prompt } from "./prompt.js";
import { Bay, Cards, Islands, Mountains, Score, Specials, Supply, Table } from "./side.js";
import { ActionBoard } from "./spaces.js";
import { close, open, redo, shown, table, undo } from "./state.js";

/** @typedef {import("./types.js").GameView} GameView */

/** What is kept: what stands below the question. */
const OPEN = "game.open";
const SECTIONS = ["actions", "boards", "supply", "mountains", "islands", "cards", "score"];

/** @param {{ id: string }} props */
export function GameTable({ id }) {
  const game = useStore(shown);
  const [drawer, setDrawer] = useState(localStorage.getItem(OPEN) ?? "");
  useHand(table);
  useEffect(() => {
    void open(id);
    return close;
  }, [id]);
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") setDrawer("");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  if (!game) return html`<p class="hint">${t("loading")}</p>`;
  const shut = () => show("");
  /** The coach is there again the next time. */
  const show = (/** @type {string} */ name) => {
    setDrawer(name);
    keep(OPEN, name === "coach" ? name : "");
  };
  return html`
    <main class=${`app gametable solo ${game.past ? "past" : ""}`}>
      <${Glyphs} />
      <${Status} game=${game} drawer=${drawer} setDrawer=${show} />
      <div class="talk">
        <${Prompt} game=${game} review=${() => show("review")} />
        <${Challenge} game=${game} />
        <${HandBar} />
        ${drawer === "coach" && html`<${Coach} close=${shut} />`}
        ${drawer === "history" && html`<${History} close=${shut} />`}
        ${drawer === "review" && html`<${ReviewDrawer} close=${shut} />`}
      </div>
      <div class="field">
      <${ActionBoard} game=${game} />
      <div class="middle">
        <${Boards} game=${game} />
        <${Table} game=${game} />
      </div>
      <div class="side">
        <${Supply} game=${game} />
        <${Mountains} game=${game} />
        <${Bay} game=${game} />
        <${Islands} game=${game} />
        <${Specials} game=${game} />
        <${Cards} game=${game} />
        <${Score} game=${game} />
      </div>
      </div>
      <${Tip} />
      <${Menu} />
    </main>
  `;
}

/** @param {{ game: GameView, drawer: string, setDrawer: (name: string) => void }} props */
function Status({ game, drawer, setDrawer }) {
  const phase = textOr(`phase_${game.phase.replaceAll(" ", "_")}`, game.phase);
  const used = game.vikings_of_round - game.vikings;
  const vikings = t("vikings_left", { n: game.vikings, of: game.vikings_of_round });
  return html`<header class="status wrap aligned">
    <a class="back" href="#" aria-label=${t("all_games")} title=${t("all_games")}>‹</a>
    <h1 title=${game.rulings.join(", ") || null}>${game.name}</h1>
    <span class="round">
      ${t("round_of", { round: game.round, rounds: game.rounds })}
      <span class="pips" aria-hidden="true">
        ${Array.from({ length: game.rounds }, (_, i) => html`<i class=${i + 1 < game.round ? "done" : i + 1 === game.round ? "now" : ""}></i>`)}
      </span>
      <b>${phase}</b>
    </span>
    <span class="figures" role="img" aria-label=${vikings} ...${explains(vikings)}>
      ${Array.from({ length: game.vikings_of_round }, (_, i) => html`<span class=${i < used ? "used" : ""}><${Icon} item="viking" /></span>`)}
    </span>
    <span class="total">${t("score")} <b>${signed(game.score)}</b></span>
    <span class="total">${t("income")} <b>${game.income}</b></span>
    ${game.penalties > 0 && html`<span class="total">${t("penalties", { n: game.penalties })}</span>`}
    <div class="bar">
    <nav class="jumps" aria-label=${t("sections")}>
      ${SECTIONS.map(
        (name) => html`<button
          onClick=${() => document.getElementById(name)?.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" })}
        >
          ${t(`section_${name}`)}
        </button>`,
      )}
    </nav>
    <span class="tools">
      <button onClick=${() => undo()} disabled=${!game.can_undo || game.past} title="Ctrl+Z">${t("undo")}</button>
      <button onClick=${redo} disabled=${!game.redo || game.past} title="Ctrl+Y">${t("redo")}</button>
      ${["coach", "history", "review"].map(
        (name) => html`<button
          aria-pressed=${drawer === name}
          onClick=${() => setDrawer(drawer === name ? "" : name)}
        >
          ${t(name)}
        </button>`,
      )}
      <a class="button" href=${`/api/games/${encodeURIComponent(game.game)}/log`} download>${t("download")}</a>
    </span>
    </div>
  </header>`;
}
