/** All puzzles: of the day, in packs, the player's own; new ones, and those from elsewhere. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { follow, get, post } from "../shared/api.js";
import { FileButton } from "../shared/files.js";
import { Select, small, typed } from "../shared/controls.js";
import { dateText, t, textOr } from "../shared/i18n.js";
import { Later, attempt, named, say } from "../shared/page.js";
import { kept } from "../position/session.js";
import { Store, useStore } from "../shared/store.js";
import { Task, submitted } from "../shared/task.js";
import { clockText } from "./clock.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Lists} Lists */
/** @typedef {import("./types.js").Pack} Pack */

/** @type {Store<Lists | null>} */
export const lists = new Store(/** @type {Lists | null} */ (null));

export async function loadLists() {
  lists.set(await get("/api/puzzles/lists"));
}

/** Also from other pages. @param {string} name */
export const addressOf = (name) => `${location.pathname === "/" ? "/puzzles" : ""}#${name}`;

/**
 * The next unsolved puzzle of the same list.
 * @param {string} name
 * @returns {Promise<string | null>}
 */
export async function nextPuzzle(name) {
  const [folder] = name.split("/");
  const all = /** @type {Lists} */ (await get("/api/puzzles/lists"));
  const entries = all.packs.find((pack) => pack.name === folder)?.puzzles ?? (folder === "mine" ? all.mine : []);
  const at = entries.findIndex((each) => each.puzzle === name);
  const next = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))].find((each) => !each.solved);
  return next?.puzzle ?? null;
}

/** @param {string} kind */
export const kindName = (kind) => textOr(`puzzle_kind_${kind}`, kind);

/** @param {{ of: number | null, most?: number, label?: string }} props */
export function Stars({ of, most = 5, label = "puzzle_difficulty_of" }) {
  if (of === null) return null;
  return html`<span class="stars" role="img" aria-label=${t(label, { n: of, most })}>${"★".repeat(of)}<span>${"★".repeat(most - of)}</span></span>`;
}

/** @typedef {{ kind: string, difficulty: number, unsolved: boolean }} Filter */

/** @type {Store<Filter>} */
const filter = new Store(/** @type {Filter} */ ({ kind: "", difficulty: 0, unsolved: false }));

const workshop = () => import("./workshop.js");

/** @param {{ pack: string }} props the pack that is open, if any */
export function ListPage({ pack }) {
  const all = useStore(lists);
  const chosen = useStore(filter);
  useEffect(() => {
    void loadLists().catch((error) => say(error.message, true));
    window.scrollTo(0, 0);
  }, [pack]);
  if (!all) return html`<p class="hint">${t("loading")}</p>`;
  const opened = all.packs.find((each) => each.name === pack);
  if (opened) return html`<${PackPage} pack=${opened} />`;
  if (pack.startsWith("workshop")) return html`<${Later} load=${workshop} part="Workshop" key=${pack} puzzle=${pack.replace(/^workshop\/?/, "")} all=${all} />`;
  if (pack === "mine") return html`<${PackPage} pack=${{ name: "mine", theme: "", puzzles: all.mine }} />`;
  const every = [...all.packs.flatMap((each) => each.puzzles), ...all.mine];
  const begun = every.filter((each) => each.begun);
  const filtered = chosen.kind || chosen.difficulty || chosen.unsolved;
  return html`
    <main class="puzzles">
      <h1 class="sr">${t("page_puzzles")}</h1>
      <div class="front">
        <${Daily} of=${all} />
        <${Making} kinds=${all.kinds} />
        <${Opening} />
      </div>
      <${Made} />
      ${all.unread && html`<p class="violations">${all.unread}</p>`}
      ${begun.length > 0 && html`<section><h2>${t("puzzle_go_on_with")}</h2><${Cards} entries=${begun} /></section>`}
      <${Filters} kinds=${Object.keys(all.kinds)} />
      ${filtered
        ? html`<${Cards} entries=${every.filter(
            (each) =>
              (!chosen.kind || each.kind === chosen.kind) &&
              (!chosen.difficulty || each.difficulty === chosen.difficulty) &&
              !(chosen.unsolved && each.solved),
          )} />`
        : html`<ul class="packs">
            ${all.packs.map((each) => html`<${PackCard} key=${each.name} pack=${each} />`)}
            ${all.mine.length > 0 && html`<${PackCard} pack=${{ name: "mine", theme: "", puzzles: all.mine }} />`}
          </ul>
          <p><a href="/vikings#vikings/1">${t("puzzle_vikings")}</a></p>`}
    </main>
  `;
}

/** @param {string} name */
const packTitle = (name) => t(`puzzle_pack_${name.replaceAll("-", "_")}`);
/** @param {Pack} pack */
const packTheme = ({ theme }) => theme || t("puzzle_theme_mine");

/** @param {{ pack: Pack }} props */
function PackCard({ pack }) {
  const { puzzles } = pack;
  const solved = puzzles.filter((each) => each.solved).length;
  const shown = (puzzles.find((each) => !each.solved) ?? puzzles[0]).puzzle;
  return html`
    <li class="pack">
      <a href=${addressOf(pack.name)}>
        <img src=${`/api/puzzles/picture/${shown}`} alt="" loading="lazy" width="96" height="96" />
        <div>
          <h2>${packTitle(pack.name)}</h2>
          <p>${packTheme(pack)}</p>
          <p class="facts-line">${difficulties(puzzles)} · ${t("puzzle_solved_of", { solved, n: puzzles.length })}</p>
          <progress max=${puzzles.length} value=${solved} aria-hidden="true"></progress>
        </div>
      </a>
    </li>
  `;
}

/** @param {Entry[]} puzzles */
function difficulties(puzzles) {
  const all = puzzles.map((each) => each.difficulty).filter((each) => each !== null);
  if (!all.length) return "";
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return t("puzzle_difficulty_range", { range: low === high ? low : `${low}–${high}` });
}

/** @param {{ pack: Pack }} props */
function PackPage({ pack }) {
  const solved = pack.puzzles.filter((each) => each.solved).length;
  const next = pack.puzzles.find((each) => !each.solved);
  return html`
    <main class="puzzles">
      <header class="pack-head wrap aligned">
        <a class="back" href="#" aria-label=${t("puzzle_all_puzzles")} title=${t("puzzle_all_puzzles")}>←</a>
        <div>
          <h1>${packTitle(pack.name)}</h1>
          <p>${packTheme(pack)} · ${t("puzzle_solved_of", { solved, n: pack.puzzles.length })}</p>
        </div>
        ${next && html`<a class="button primary" href=${addressOf(next.puzzle)}>${t("puzzle_play_next")}</a>`}
      </header>
      <${Cards} entries=${pack.puzzles} more=${pack.name === "mine" ? keptTools : undefined} />
      <${Later} load=${workshop} part="Booklet" name=${pack.name} title=${packTitle(pack.name)} puzzles=${pack.puzzles} />
    </main>
  `;
}

/** @param {{ entries: Entry[], more?: (entry: Entry) => any }} props `more` draws what can be done with one */
export function Cards({ entries, more }) {
  if (!entries.length) return html`<p class="hint">${t("puzzle_no_puzzles")}</p>`;
  return html`<ul class="puzzle-cards">
    ${entries.map((each) => html`<${Card} key=${each.puzzle} entry=${each} more=${more} />`)}
  </ul>`;
}

/** @param {{ entry: Entry, more?: (entry: Entry) => any }} props */
export function Card({ entry, more }) {
  const { puzzle, title, kind, difficulty, solved, best, stars, begun } = entry;
  return html`
    <li class=${`puzzle-card ${solved ? "solved" : ""}`}>
      <a href=${addressOf(puzzle)} data-puzzle=${puzzle}>
        <img src=${`/api/puzzles/picture/${puzzle}`} alt="" loading="lazy" />
        <strong>${title || kindName(kind)}</strong>
        <span class="facts-line">${kindName(kind)} <${Stars} of=${difficulty} /></span>
        ${best !== null
          ? html`<span class="done">✓ ${clockText(best)} <${Stars} of=${stars} most=${3} label="puzzle_stars_won" /></span>`
          : html`<span class="done">${begun ? t("puzzle_begun") : ""}</span>`}
      </a>
      ${more?.(entry)}
    </li>
  `;
}

/** What can be done with a kept puzzle, and more. @param {Entry} entry @param {any} [more] */
export const keptTools = ({ puzzle, title }, more) => html`<span class="card-tools">
  ${more}
  ${small("✎", t("puzzle_bench", { title }), () => (location.hash = `workshop/${puzzle}`))}
  ${small("✕", t("puzzle_remove_puzzle", { title }), () => remove(puzzle))}
</span>`;

/** @param {string} puzzle */
const remove = (puzzle) =>
  attempt(async () => {
    const mine = await post("/api/puzzles/forget", { puzzle });
    if (lists.value) lists.set({ ...lists.value, mine });
  });

/** @param {{ of: import("./types.js").Lists }} props */
export function Daily({ of: { days, streak } }) {
  const today = days[days.length - 1];
  const [entry, setEntry] = useState(/** @type {Entry | null} */ (null));
  useEffect(() => {
    void post("/api/puzzles/summary", { puzzle: today.puzzle }).then(setEntry, (error) => say(error.message, true));
  }, [today.puzzle]);
  const name = (/** @type {string} */ date, /** @type {"short" | "long"} */ weekday) => dateText(date, { weekday });
  return html`
    <section class="panel daily" aria-labelledby="daily">
      <h2 id="daily">${t("puzzle_daily")} ${streak > 0 && html`<small>${t("ch_streak", { n: streak })}</small>`}</h2>
      <a class="today" href=${addressOf(today.puzzle)} data-testid="daily">
        ${entry ? html`<img src=${`/api/puzzles/picture/${today.puzzle}`} alt="" />` : html`<span class="picture-wait"></span>`}
        <div>
          <strong>${entry ? entry.title : t("puzzle_making_daily")}</strong>
          <span class="facts-line">${kindName(today.kind)} <${Stars} of=${today.difficulty} /></span>
          ${entry?.best != null ? html`<span class="done">✓ ${clockText(entry.best)}</span>` : html`<span class="button primary">${t("ch_play")}</span>`}
        </div>
      </a>
      <ul class="week wrap" aria-label=${t("puzzle_last_days")}>
        ${days.slice(0, -1).map(
          (day) =>
            html`<li>
              <a class=${day.solved ? "solved" : ""} href=${addressOf(day.puzzle)} title=${`${name(day.date, "long")}: ${kindName(day.kind)}`}>
                <b>${day.solved && html`<i aria-hidden="true">✓</i><span class="sr">${t("puzzle_solved")}</span> `}${name(day.date, "short")}</b>
                <span aria-hidden="true">${"★".repeat(day.difficulty ?? 0)}</span>
              </a>
            </li>`,
        )}
      </ul>
    </section>
  `;
}

const making = new Task();
const NOTHING = { tried: 0, made: /** @type {Entry[]} */ ([]), wanted: 1, said: "" };
const run = new Store(NOTHING);
making.state.watch(({ state }) => void (state === "idle" && loadLists().catch(() => {})));

/** @param {import("../contract.js").NewPuzzlesRequest} wanted */
function make(wanted) {
  run.set({ ...NOTHING, wanted: wanted.count ?? 1 });
  void making.begin("/api/puzzles/new", wanted, {
    incumbent: ({ tried }) => run.update({ tried }),
    part: (entry) => run.update({ made: [...run.value.made, entry] }),
    result: ({ made: { length: n }, wanted: count, tried }) => run.update({ said: n < count ? t("puzzle_made_some", { n, count, tried }) : t("puzzle_made_all", { n }) }),
  });
}

/** The position that was worked on last, with the last board of one's own, else the first. */
export function lastBoard() {
  const position = kept().find((each) => each.position.boards?.length)?.position;
  return position && { ...position, boards: [position.boards.findLast(({ board }) => typeof board !== "string") ?? position.boards[0]] };
}

/** @param {import("../types.js").PositionDocument} drawn */
export const drawnName = ({ boards: [{ board }] }) => [t("puzzle_board_own"), typeof board === "string" ? named(board) : /** @type {any} */ (board).name].filter(Boolean).join(": ");

/** @param {{ kinds: Record<string, string[]>, drawn?: import("../types.js").PositionDocument, aims?: object, children?: any }} props in the workshop a drawn board, and what else is wanted */
export function Making({ kinds, drawn = lastBoard(), aims, children }) {
  const now = useStore(run);
  const [kind, setKind] = useState("fill");
  const { state, place } = useStore(making.state);
  const running = state !== "idle";
  return html`
    <section class="panel making" aria-labelledby="making">
      <h2 id="making">${t("puzzle_new_puzzles")}</h2>
      <form
        onSubmit=${submitted(making, (data) => {
          const [board, difficulty] = [String(data.get("board")), Number(data.get("difficulty"))];
          const own = board === "own" ? { position: drawn } : { board: board || null };
          make({ kind, ...own, ...aims, difficulty: difficulty || null, count: Number(data.get("count")), seed: null });
        })}
      >
        <${Select} label=${t("puzzle_kind")} name="kind" options=${Object.keys(kinds).map((name) => [name, kindName(name)])} value=${kind} choose=${setKind} />
        <${Select} label=${t("puzzle_difficulty")} name="difficulty" options=${[0, 1, 2, 3, 4, 5].map((level) => [level, level ? "★".repeat(level) : t("puzzle_any")])} value=${2} />
        <${Select} key=${kind} label=${t("puzzle_where")} name="board" value=${aims && drawn ? "own" : ""} options=${[["", t("puzzle_usual_board")], ...(drawn ? ["own"] : []).concat(kinds[kind]).map((board) => [board, board === "own" && drawn ? drawnName(drawn) : boardName(board)])]} />
        <${Select} label=${t("puzzle_how_many")} name="count" options=${[1, 3, 5, 10, 20].map((count) => [count, count])} value=${3} />
        ${children}
        <button class="primary" data-testid="make">${t(running ? "stop" : "puzzle_make")}</button>
        ${!aims && html`<a class="button" href="#workshop">${t("puzzle_workshop")}</a>`}
      </form>
      ${place > 0 && html`<p>${t("in_line", { place })}</p>`}
      ${running &&
      html`<p role="status">${t("puzzle_making_progress", { made: now.made.length, count: now.wanted, tried: now.tried })}</p>
        <progress max=${now.wanted} value=${now.made.length} aria-hidden="true"></progress>`}
      ${now.said && html`<p role="status">${now.said}</p>`}
    </section>
  `;
}

/** What was made since the page was opened. */
export function Made() {
  const { made } = useStore(run);
  return made.length > 0 && html`<section class="made"><h2>${t("puzzle_just_made")}</h2><${Cards} entries=${made} more=${(/** @type {Entry} */ entry) => keptTools(entry)} /></section>`;
}

/** @param {string} id */
function boardName(id) {
  const corner = /^home-(\d)$/.exec(id);
  if (corner) return t("puzzle_board_corner", { n: Number(corner[1]) });
  if (["small", "table"].includes(id)) return t(`puzzle_board_${id}`);
  return named(id);
}

function Opening() {
  const [text, setText] = useState("");
  return html`
    <section class="panel opening" aria-labelledby="opening">
      <h2 id="opening">${t("puzzle_open_puzzle")}</h2>
      <p class="small">${t("puzzle_open_help")}</p>
      <form
        onSubmit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (text.trim()) void openText(text, "");
        }}
      >
        <label class="wide">
          ${t("puzzle_share_code")}
          <input value=${text} placeholder="ODIN-…" autocomplete="off" spellcheck=${false} data-testid="code" onInput=${typed(setText)} />
        </label>
        <button class="primary">${t("puzzle_open_code")}</button>
        <${FileButton} label=${t("puzzle_choose_file")} accept=".json,.txt" open=${openText} />
      </form>
    </section>
  `;
}

const isCode = /^#(p=)?ODIN/i;

/**
 * Open the text of a puzzle file, or a share code; its solution is searched for if necessary.
 * @param {string} text
 * @param {string} [name]
 */
export async function openText(text, name = "") {
  const link = /#(?:p=)?(ODIN[-0-9A-Z]+)\s*$/i.exec(text);
  if (link) text = link[1];
  try {
    const { puzzle } = await post("/api/puzzles/open", { text, name });
    if (puzzle) return show(puzzle);
    say(t("puzzle_looking_for_solution"));
    const { search } = await post("/api/puzzles/find", { text, name });
    follow(search, {
      result: (found) => show(found.puzzle),
      failed: ({ error }) => say(error, true),
    });
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    if (isCode.test(location.hash)) location.replace("#");
  }
}

/** @param {string} puzzle */
function show(puzzle) {
  say("");
  if (isCode.test(location.hash)) location.replace(addressOf(puzzle));
  else location.hash = puzzle;
}

/** @param {{ kinds: string[] }} props */
function Filters({ kinds }) {
  const { kind, difficulty, unsolved } = useStore(filter);
  return html`
    <div class="filters" role="group" aria-label=${t("puzzle_filter")}>
      <div>
        ${kinds.map(
          (name) =>
            html`<button aria-pressed=${kind === name} onClick=${() => filter.update({ kind: kind === name ? "" : name })}>${kindName(name)}</button>`,
        )}
      </div>
      <div>
        ${[1, 2, 3, 4, 5].map(
          (level) =>
            html`<button
              aria-pressed=${difficulty === level}
              aria-label=${t("puzzle_difficulty_of", { n: level, most: 5 })}
              onClick=${() => filter.update({ difficulty: difficulty === level ? 0 : level })}
            >${"★".repeat(level)}</button>`,
        )}
      </div>
      <button aria-pressed=${unsolved} onClick=${() => filter.update({ unsolved: !unsolved })}>${t("puzzle_unsolved")}</button>
    </div>
  `;
}
