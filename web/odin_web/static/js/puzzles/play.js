/** A puzzle on the page: question, boards, tiles, hints, and the moment of success. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { connection } from "../shared/api.js";
import { Steps } from "../shared/controls.js";
import { copy } from "../shared/files.js";
import { given, t, textOr } from "../shared/i18n.js";
import { useKeys } from "../shared/keys.js";
import { Picture, allTiles, own, tileOf } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Board, HandBar, grab, useHand } from "../tiles/board.js";
import { BoardField } from "../tiles/cells.js";
import { hand, lift, take } from "../tiles/hand.js";
import { clockText, seconds } from "./clock.js";
import {
  again,
  askHint,
  canRedo,
  canUndo,
  check,
  checkText,
  followHint,
  game,
  giveUp,
  leave,
  markedCells,
  open,
  redo,
  restart,
  runClock,
  showStep,
  shownStep,
  table,
  tilesOf,
  undo,
} from "./game.js";
import { Stars, addressOf, kindName, nextPuzzle } from "./lists.js";

/** @typedef {import("./types.js").PuzzleView} PuzzleView */
/** @typedef {import("./game.js").Game} Game */

/** Whether a frame of another site shows it, which neither searches nor keeps anything. */
const framed = given.role === "framed";

/** @param {{ name: string }} props */
export function PlayPage({ name }) {
  const now = useStore(game);
  const [failed, setFailed] = useState(false);
  const load = () => void open(name).then((done) => setFailed(!done));
  useHand(table);
  useEffect(() => {
    load();
    const forget = connection.watch(({ lost }) => lost || game.value || load());
    return () => {
      forget();
      leave();
    };
  }, [name]);
  useEffect(runClock, []);
  useKeys("page", onKey);
  if (!now)
    return html`<main class="puzzle">
      <p class="hint">
        ${failed ? html`<button onClick=${load}>${t("puzzle_try_again")}</button>` : t("loading")}
        ${" "}${!framed && html`<a class="button" href="#">${t("puzzle_all_puzzles")}</a>`}
      </p>
    </main>`;
  const { view } = now;
  own.tiles = view.own_tiles;
  const marked = markedCells();
  const shown = view.boards.filter((board) => !board.hidden);
  return html`
    <main class="app puzzle">
      <header class="question">
        ${!framed && html`<a class="back" href="#" aria-label=${t("puzzle_all_puzzles")} title=${t("puzzle_all_puzzles")}>←</a>`}
        <div>
          <h1>${view.title || kindName(view.kind)} <${Stars} of=${view.difficulty} /></h1>
          <p>${view.question}</p>
        </div>
        <${Clock} />
      </header>
      <div class="field">
        <${BoardField} many=${view.boards.map(({ id }) => id).join(" ")}>
          ${view.boards.map(
            (board, at) =>
              !board.hidden &&
              html`<div key=${at} class=${`frame ${now.state}`}>
                ${shown.length > 1 && html`<h2>${board.label}</h2>`}
                <${Board} board=${board} at=${at} marks=${marked.filter((each) => each.board === at)} />
              </div>`,
          )}
        <//>
        ${now.state === "solved" && html`<${Confetti} />`}
      </div>
      <div class="sheet">
      <${Tray} view=${view} playing=${now.state === "playing"} />
      <section class="panel puzzle-side" aria-label=${t("puzzle")}>
        ${now.state !== "solved" && html`<${StandingOf} view=${view} />`}
        ${now.state === "solved"
          ? html`<${Success} now=${now} />`
          : now.state === "given_up"
            ? html`<${Solution} now=${now} />`
            : html`<${Controls} now=${now} />`}
      </section>
      <${HandBar} />
      </div>
    </main>
  `;
}

function Clock() {
  const time = clockText(useStore(seconds));
  return html`<time class="clock" role="timer" aria-label=${t("puzzle_time_played", { time })}>${time}</time>`;
}

/** @param {{ view: PuzzleView }} props */
function StandingOf({ view }) {
  return html`
    <dl class="standing">
      ${view.standing.map(
        ({ what, have, want }) => html`
          <div>
            <dt>${textOr(`puzzle_count_${what}`, what)}</dt>
            <dd>${t("puzzle_have_of", { have, want })}</dd>
            <meter min="0" max=${want} value=${Math.min(have, want)} aria-hidden="true"></meter>
          </div>
        `,
      )}
    </dl>
  `;
}

/** @param {{ now: Game }} props */
function Controls({ now }) {
  const { hint, checked, view, thinking } = now;
  const [sure, setSure] = useState(false);
  return html`
    <div class="controls" role="toolbar" aria-label=${t("puzzle")}>
      <button onClick=${undo} disabled=${!canUndo()} title="Ctrl+Z">↶ <span>${t("undo")}</span></button>
      <button onClick=${redo} disabled=${!canRedo()} title="Ctrl+Y">↷ <span>${t("redo")}</span></button>
      <button onClick=${restart} disabled=${!view.pieces.length}>${t("puzzle_restart")}</button>
      ${!framed && html`<button onClick=${check} data-testid="check">${t("puzzle_check")}</button>
      <button onClick=${askHint} disabled=${thinking || Boolean(hint?.command)} data-testid="hint">
        ${t(hint ? "puzzle_hint_whole" : "puzzle_hint")} <kbd>H</kbd>
      </button>`}
    </div>
    <div class="advice" aria-live="off">
      ${thinking && html`<p>${t("puzzle_thinking")}</p>`}
      ${checked && html`<p class=${checked.wrong.length ? "bad" : "good"}>${checkText(checked)}</p>`}
      ${hint &&
      html`
        <p>${hint.text}</p>
        ${hint.command && html`<button class="primary" onClick=${followHint} data-testid="follow">${commandText(hint.command)}</button>`}
      `}
      ${view.fault && html`<p class="bad">${t("puzzle_not_yet", { fault: view.fault })}</p>`}
    </div>
    <div class="controls">
      <button onClick=${() => share(view)}>${t("puzzle_share")}</button>
      <a class="button" href=${`/api/puzzles/file/${view.puzzle}`} download>${t("save_file")}</a>
      ${!framed && (sure
        ? html`<button onClick=${() => setSure(false)}>${t("puzzle_go_on")}</button>
            <button class="warn" onClick=${giveUp} data-testid="give-up">${t("puzzle_really_give_up")}</button>`
        : html`<button onClick=${() => setSure(true)}>${t("puzzle_give_up")}</button>`)}
    </div>
  `;
}

/** @param {string} command */
function commandText(command) {
  if (command === "undo") return t("undo");
  return t(command.startsWith("take ") ? "puzzle_take_it_back" : "puzzle_lay_it");
}

/** @param {{ now: Game }} props */
function Success({ now }) {
  const { view, stars, former } = now;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.focus(), []);
  const time = view.begun.seconds;
  const used = view.begun.hints + view.begun.nudges;
  return html`
    <div class="success" data-testid="solved">
      <h2 tabindex="-1" ref=${place}>${t("puzzle_solved")}</h2>
      <${Stars} of=${stars} most=${3} label="puzzle_stars_won" />
      <p class="time">${clockText(time)}</p>
      <p>
        ${used ? t("puzzle_with_hints", { n: used }) : t("puzzle_without_hints")}
        ${former !== null && html`<br />${time < former ? t("puzzle_best_so_far") : t("puzzle_best_time", { time: clockText(former) })}`}
      </p>
      <button onClick=${() => shareResult(now)}>${t("puzzle_copy_result")}</button>
      <${Onward} view=${view} />
    </div>
  `;
}

/** @param {{ now: Game }} props */
function Solution({ now }) {
  return html`
    <p class="verdict">${t("puzzle_this_is_the_solution")}</p>
    <${Steps} ...${shownStep()} show=${showStep} />
    <${Onward} view=${now.view} />
  `;
}

/** @param {{ view: PuzzleView }} props */
function Onward({ view }) {
  /** None if all are solved; its place is kept while it is looked for. @type {[string | null | undefined, any]} */
  const [next, setNext] = useState(undefined);
  useEffect(() => {
    if (!framed) void nextPuzzle(view.puzzle).then(setNext, () => setNext(null));
  }, [view.puzzle]);
  return html`
    <div class="controls">
      ${next
        ? html`<a key="next" class="button primary" href=${addressOf(next)} data-testid="next">${t("puzzle_next_puzzle")}</a>`
        : next === undefined && !framed && html`<button class="primary" disabled>${t("puzzle_next_puzzle")}</button>`}
      <button onClick=${again}>${t("puzzle_play_again")}</button>
      <button onClick=${() => share(view)}>${t("puzzle_share")}</button>
      ${!framed && html`<a key="all" class="button" href="#">${t("puzzle_all_puzzles")}</a>`}
    </div>
  `;
}

const PIECES = 28;

/** Pieces that fall over the table; not for those who do not like motion. */
function Confetti() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const height = place.current?.clientHeight ?? 0;
    for (const [number, piece] of [...(place.current?.children ?? [])].entries()) {
      const turn = 360 + ((number * 97) % 540);
      piece.animate(
        [
          { transform: "translateY(-3rem) rotate(0)", opacity: 1 },
          { transform: `translateY(${height}px) rotate(${turn}deg)`, opacity: 0.2 },
        ],
        { duration: 1600 + ((number * 367) % 1500), delay: (number * 61) % 500, easing: "ease-in", fill: "both" },
      );
    }
  }, []);
  const paints = ["#e6a23c", "#c0392b", "#4f8f3a", "#3b78b5"];
  return html`
    <div class="confetti" aria-hidden="true" ref=${place}>
      ${Array.from(
        { length: PIECES },
        (_, number) =>
          html`<i style=${{ left: `${(number * 37) % 100}%`, background: paints[number % paints.length] }}></i>`,
      )}
    </div>
  `;
}

/** @param {{ view: PuzzleView, playing: boolean }} props */
function Tray({ view, playing }) {
  const held = useStore(hand);
  const tiles = [...tilesOf(view)].sort(([one], [other]) => orderOf(one) - orderOf(other));
  return html`
    <section class="panel pieces" aria-label=${t("puzzle_tiles")}>
      <ul>
        ${tiles.map(([id, count], number) => {
          const tile = tileOf(id);
          const { name } = tile;
          const columns = tile.shape[0]?.length ?? 1;
          return html`
            <li key=${id} class=${`${held?.tile === id ? "held" : ""} ${count ? "" : "none"}`}>
              <button
                class="take"
                data-tile=${id}
                aria-pressed=${held?.tile === id}
                aria-label=${count ? t("take_tile", { tile: name, n: count }) : t("puzzle_lift_tile", { tile: name })}
                title=${name}
                disabled=${!playing}
                onPointerDown=${(/** @type {PointerEvent} */ event) => count && grab(event, id)}
                onClick=${(/** @type {MouseEvent} */ event) => {
                  if (!count) liftLast(id);
                  else if (event.detail === 0) takeByKey(id);
                }}
              >
                <span class="badges">${number < 9 && html`<kbd>${number + 1}</kbd>`}${count > 1 && html`<b>×${count}</b>`}</span>
                <span class="scaled" style=${{ width: `calc(${columns} * var(--unit))` }}><${Picture} class="tile-shape" markup=${tile.svg} /></span>
                <span class="name">${name}</span>
              </button>
            </li>
          `;
        })}
      </ul>
    </section>
  `;
}

/** @param {string} id */
function orderOf(id) {
  return allTiles().findIndex((each) => each.id === id);
}

/** @param {string} id */
function takeByKey(id) {
  take(id);
  if (!hand.value) return;
  const board = document.querySelector("svg.overlay");
  if (board instanceof SVGElement) board.focus();
}

/** Take back the piece of a tile that was laid last. @param {string} id */
function liftLast(id) {
  const boards = game.value?.view.boards ?? [];
  for (const [at, board] of boards.entries()) {
    const piece = board.pieces.findLastIndex((each, number) => each.tile === id && number >= board.clues);
    if (piece >= 0) return lift(at, piece);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const button = /^[1-9]$/.test(key) && document.querySelectorAll(".pieces .take")[Number(key) - 1];
  if (key === "h" && !framed) void askHint();
  else if (button instanceof HTMLButtonElement) button.click();
  else return;
  return true;
}

/** @param {PuzzleView} view */
const linkOf = ({ code }) => `${location.origin}${location.pathname}#p=${code.replaceAll("-", "")}`;

/** @param {PuzzleView} view */
const share = (view) => copy(linkOf(view), t("puzzle_puzzle_link_copied", { code: view.code }));

/** A line that tells how it went, but nothing of the solution. @param {Game} now */
function shareResult({ view, stars }) {
  const title = view.title || kindName(view.kind);
  const line = t("puzzle_result", { title, stars: "★".repeat(stars) + "☆".repeat(3 - stars), time: clockText(view.begun.seconds) });
  return copy(`${line}\n${linkOf(view)}`, t("puzzle_result_copied", { line }));
}
