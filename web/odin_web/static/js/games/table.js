/** The whole table of one game. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { given, t, textOr } from "../shared/i18n.js";
import { keep } from "../shared/kept.js";
import { useKeys } from "../shared/keys.js";
import { Menu } from "../shared/menu.js";
import { Later, signed } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Tabs, useTab } from "../shared/tabs.js";
import { HandBar, useHand } from "../tiles/board.js";
import { hand } from "../tiles/hand.js";
import { Boards, changedBoards } from "./boards.js";
import { Challenge } from "./challenge.js";
import { Coach } from "./coach.js";
import { History } from "./history.js";
import { Glyphs, Icon } from "./icons.js";
import { Tip, explains } from "./pop.js";
import { Prompt } from "./prompt.js";
import { ReviewDrawer } from "./review.js";
import { Bay, Cards, Islands, Mountains, Score, Specials, Supply, Table } from "./side.js";
import { ActionBoard } from "./spaces.js";
import { asking, close, open, redo, shown, table, undo } from "./state.js";

/** @import { GameView } from "./types.js" */

/** What is kept: what stands below the question. */
const OPEN = "game.open";
/** What only tables of several need. */
const ofSeats = () => import("./seats.js");
/** What tabs show. */
const PARTS = ["actions", "boards", "supply"];

/** @param {{ id: string }} props */
export function GameTable({ id }) {
  const game = useStore(shown);
  const [opened, setDrawer] = useState(/** @type {string | null} */ (null));
  const [part, showPart] = useTab("actions");
  /** Who looks at the screen, of several people. */
  const [looking, looks] = useState(-1);
  const [seating, setSeating] = useState(false);
  const holding = useStore(hand) !== null;
  const whatIf = useStore(asking) !== null;
  const changed = useStore(changedBoards);
  useHand(table);
  useEffect(() => {
    if (changed.size > 0) showPart("boards");
  }, [changed]);
  const over = game?.over;
  const several = (game?.seats.filter((each) => !each.bot).length ?? 0) > 1;
  const drawer = opened ?? (several ? "" : (localStorage.getItem(OPEN) ?? ""));
  useEffect(() => {
    if (over) showPart("end");
  }, [over]);
  useEffect(() => {
    void open(id);
    return close;
  }, [id]);
  useKeys("open", ({ key }) => {
    if (key !== "Escape" || !drawer) return;
    if (whatIf) asking.set(null);
    else setDrawer("");
    return true;
  });
  const covered = game && !over && game.seats.filter((each) => each.here).length > 1 && game.hand.length > 0 && looking !== game.seat;
  useEffect(() => {
    if (covered) looks(-1); // whoever looked before has to say so again
  }, [covered]);
  if (!game) return html`<p class="hint">${t("loading")}</p>`;
  const seats = several && (game.shared || given.role === "owner") && html`<button onClick=${() => setSeating(true)}>${t("seats")}</button>`;
  const dialog = seating && html`<${Later} load=${ofSeats} part="Seating" game=${game} close=${() => setSeating(false)} />`;
  if (covered)
    return html`<main class="app">
      <div>
        <h1>${t("only_looks", { name: game.seats[game.seat].name })}</h1>
        <button class="primary" autofocus onClick=${() => (looks(game.seat), setDrawer(""))}>${t("only_looks_now")}</button>
        ${seats}
      </div>
      ${dialog}
    </main>`;
  const shut = () => show("");
  /** The coach is there again the next time. */
  const show = (/** @type {string} */ name) => {
    setDrawer(name);
    if (!several) keep(OPEN, name === "coach" ? name : "");
  };
  // What is asked about is touched on the table; the answer stands with the coach.
  const told = over && drawer === "coach" ? "" : drawer;
  const tab = told && !whatIf ? "coach" : (whatIf && !holding) || (part === "end" && !over) ? "actions" : part;
  /** Behind the last tab is what is beside the table. */
  const last = over && several ? "score" : over || game.coached ? "coach" : "history";
  return html`
    <main class=${`app gametable solo ${game.past ? "past" : ""}`} data-tab=${tab}>
      <${Glyphs} />
      <${Status} game=${game} />
      <div class="talk">
        ${game.shared && html`<${Later} load=${ofSeats} part="Bar" game=${game} />`}
        <${Prompt} game=${game} review=${() => show("review")} />
        <${Challenge} game=${game} />
        <${HandBar} />
      </div>
      <div class="tools">
        ${["coach", "history", "review"].filter((name) => (name !== "coach" || (!over && game.coached)) && (name !== "review" || !several)).map(
          (name) => html`<button class=${name} aria-pressed=${drawer === name} onClick=${() => show(drawer === name ? "" : name)}>${t(name)}</button>`,
        )}
        ${seats}
        ${(over || !game.shared) && html`<a class="button" href=${`/api/games/${encodeURIComponent(game.game)}/log`} download>${t("download")}</a>`}
      </div>
      <div class="told">
        ${told === "coach" && html`<${Coach} close=${shut} />`}
        ${drawer === "history" && html`<${History} close=${shut} />`}
        ${drawer === "review" && html`<${ReviewDrawer} close=${shut} />`}
      </div>
      <${ActionBoard} game=${game} />
      <${Boards} game=${game} />
      <div class="side">
        <${Supply} game=${game} />
        <${Mountains} game=${game} />
        <${Bay} game=${game} />
        <${Islands} game=${game} />
        <${Specials} game=${game} />
        <${Cards} game=${game} />
        <${Table} game=${game} />
        <${Score} game=${game} />
      </div>
      <${Tabs}
        names=${[...PARTS, last]}
        tab=${PARTS.includes(tab) ? tab : last}
        show=${(/** @type {string} */ name) => {
          const coach = name === last;
          if (coach) asking.set(null);
          if (!coach || over) showPart(coach ? "end" : name);
          show(coach && !over ? last : "");
        }}
      />
      ${dialog}
      <${Tip} />
      <${Menu} />
    </main>
  `;
}

/** @param {{ game: GameView }} props */
function Status({ game }) {
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
    ${(game.seats.length ? game.seats : [{ ...game, name: t("score") }]).map((each) => html`<span class=${`total ${game.shared && "here" in each && each.here ? "own" : ""}`}>${each.name} <b>${signed(each.score)}</b></span>`)}
    <span class="total">${t("income")} <b>${game.income}</b></span>
    ${game.penalties > 0 && html`<span class="total">${t("penalties", { n: game.penalties })}</span>`}
    <span class="undoing">
      <button onClick=${() => undo()} disabled=${!game.can_undo || game.past} title="Ctrl+Z">${t("undo")}</button>
      <button onClick=${redo} disabled=${!game.redo || game.past} title="Ctrl+Y">${t("redo")}</button>
    </span>
  </header>`;
}
