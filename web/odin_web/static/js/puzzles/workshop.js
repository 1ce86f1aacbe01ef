/** The workshop: drawn boards become puzzles, one lies on the bench, kept ones become a booklet. Loaded when it is shown. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { get, post } from "../shared/api.js";
import { Check, Select, small, typed } from "../shared/controls.js";
import { save } from "../shared/files.js";
import { Field } from "../shared/form.js";
import { given, t } from "../shared/i18n.js";
import { keep, stored } from "../shared/kept.js";
import { announced, attempt, say } from "../shared/page.js";
import { Report, inShort } from "../shared/questions.js";
import { Store, useStore } from "../shared/store.js";
import { Strokes } from "../shared/strokes.js";
import { Task, submitted } from "../shared/task.js";
import { cellNames } from "../tiles/hand.js";
import { Cards, Made, Making, Stars, addressOf, drawnName, keptTools, lastBoard, loadLists } from "./lists.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("../types.js").PositionDocument} Position */
/** @typedef {string | Position} About the name of a kept puzzle, or all tiles on a drawn board */

const work = new Task();
const NOTHING = { report: /** @type {any} */ (null), said: "" };
/** What was found about the puzzle on the bench, or about a family. */
const found = new Store(NOTHING);

/** Which cells of the drawn board are no part of it, or one of a set of which one stays free. @type {Store<Map<number, string>>} */
const marks = new Store(new Map());
const OUTSIDE = "~";
const BRUSHES = [OUTSIDE, "A", "B", "C", "D"];

/** The map of a board of one's own. @param {Position} [position] @returns {string[] | undefined} */
const mapOf = (position) => /** @type {any} */ (position?.boards[0].board)?.map;

/** The board that was worked on last, without the cells outside. */
function drawnBoard() {
  const position = lastBoard();
  const map = mapOf(position);
  if (!position || !map) return position;
  const [{ board, ...rest }] = position.boards;
  const rows = map.map((row, y) => [...row].map((mark, x) => (marks.value.get(y * row.length + x) === OUTSIDE ? OUTSIDE : mark)).join(""));
  return { ...position, boards: [{ ...rest, board: { .../** @type {any} */ (board), map: rows } }] };
}

const BOOKLET = "booklet";
/** Puzzles of the booklet, in order. @type {Store<string[]>} */
const chosen = new Store(stored(BOOKLET) ?? []);
chosen.watch((names) => keep(BOOKLET, JSON.stringify(names)));

/** Ask about what lies on the bench, or about the drawn board. @param {string} question @param {object} asked @param {(data: any) => void} [then] */
function ask(question, asked, then) {
  found.set(NOTHING);
  const path = /** @type {"/api/questions/puzzle/grade"} */ (`/api/questions/puzzle/${question}`);
  void work.begin(path, /** @type {any} */ (asked), {
    incumbent: ({ now, report }) => found.update(report ? { said: now, report } : { said: now }),
    result: ({ report, data }) => {
      if (then) return then(data);
      found.set({ report, said: "" });
      announced.set(inShort(report));
    },
  });
}

/** @param {About} puzzle */
const look = (puzzle) => ask("grade", { puzzle, near: true, steps: true });

/** @param {About} puzzle @param {"harder" | "easier" | "fewest-clues"} to */
const change = (puzzle, to) =>
  ask("change", { puzzle, to, seed: Math.floor(Math.random() * 2 ** 31) }, ({ puzzle: made }) => {
    if (!made) return found.update({ said: t("puzzle_none_found") });
    void attempt(async () => {
      const name = (await post("/api/puzzles/open", { text: JSON.stringify(made) })).puzzle;
      void loadLists();
      location.hash = `workshop/${name}`;
    });
  });

/** @param {{ puzzle: string, all: import("./types.js").Lists }} props the puzzle on the bench, if any */
export function Workshop({ puzzle, all }) {
  const [fields, setFields] = useState(/** @type {import("../contract.js").FormField[]} */ ([]));
  const [aims, wish] = useState(/** @type {Record<string, any>} */ ({}));
  const names = useStore(chosen);
  useStore(marks);
  useEffect(() => void attempt(async () => setFields((await get("/api/puzzles/aims")).fields)), []);
  useEffect(() => () => work.leave(), []);
  const drawn = drawnBoard();
  const entry = all.mine.find((each) => each.puzzle === puzzle);
  const booklet = names.map((name) => all.mine.find((each) => each.puzzle === name)).filter((each) => each !== undefined);
  const tools = (/** @type {Entry} */ each) => keptTools(each, !names.includes(each.puzzle) && small("+", t("puzzle_to_booklet", { title: each.title }), () => chosen.set([...names, each.puzzle])));
  return html`
    <main class="puzzles workshop">
      <header class="pack-head wrap aligned">
        <a class="back" href=${puzzle ? "#workshop" : "#"} aria-label=${t("puzzle_all_puzzles")} title=${t("puzzle_all_puzzles")}>←</a>
        <h1>${t("puzzle_workshop")}</h1>
        <a class="button" href="/position#draw">${t("puzzle_draw")}</a>
      </header>
      ${entry ? html`<${Bench} key=${puzzle} entry=${entry} />` : html`<div class="front">
        ${drawn && html`<${Drawn} drawn=${drawn} />`}
        <${Making} kinds=${all.kinds} drawn=${drawn} aims=${aims}>
          ${fields.map((of) => html`<${Field} key=${of.name} of=${of} label=${t(`puzzle_aim_${of.name}`)} value=${aims[of.name]} set=${(/** @type {any} */ value) => wish({ ...aims, [of.name]: value })} around=${{ names: {} }} />`)}
        <//>
      </div>`}
      <${Made} />
      ${all.mine.length > 0 && html`<section><h2>${t("puzzle_pack_mine")}</h2><${Cards} entries=${all.mine} more=${tools} /></section>`}
      ${booklet.length > 0 && html`<section class="ordered">
        <h2>${t("puzzle_booklet")}</h2>
        <${Cards} entries=${booklet} more=${(/** @type {Entry} */ each) => html`<${Ordered} entry=${each} />`} />
        <${Booklet} name="booklet" title=${t("puzzle_booklet")} puzzles=${booklet} />
      </section>`}
    </main>
  `;
}

/** The place of a puzzle in the booklet. @param {{ entry: Entry }} props */
function Ordered({ entry: { puzzle, title } }) {
  const names = chosen.value;
  const at = names.indexOf(puzzle);
  const others = names.filter((each) => each !== puzzle);
  const put = (/** @type {number} */ to) => chosen.set([...others.slice(0, to), puzzle, ...others.slice(to)]);
  return html`<span class="card-tools">
    ${at > 0 && small("←", t("puzzle_before", { title }), () => put(at - 1))}
    ${at < others.length && small("→", t("puzzle_behind", { title }), () => put(at + 1))}
    ${small("✕", t("puzzle_from_booklet", { title }), () => chosen.set(others))}
  </span>`;
}

/** A puzzle on the bench: its grade, what makes it ambiguous, and what can be made of it. @param {{ entry: Entry }} props */
function Bench({ entry: { puzzle, title, difficulty } }) {
  useEffect(() => look(puzzle), []);
  const rename = (/** @type {string} */ now) => now.trim() && attempt(async () => void (await post("/api/puzzles/title", { puzzle, title: now }), await loadLists()));
  return html`<section class="panel bench" aria-labelledby="bench">
    <h2 id="bench">${title} <${Stars} of=${difficulty} /></h2>
    <img src=${`/api/puzzles/picture/${puzzle}`} alt="" />
    <div class="toolbar">
      <a class="button primary" href=${addressOf(puzzle)}>${t("ch_play")}</a>
      <button onClick=${() => change(puzzle, "harder")}>${t("puzzle_harder")}</button>
      <button onClick=${() => change(puzzle, "easier")}>${t("puzzle_easier")}</button>
      <button onClick=${() => chosen.set([...chosen.value.filter((each) => each !== puzzle), puzzle])}>${t("puzzle_to_booklet", { title: "" })}</button>
      <label>${t("puzzle_title")} <input value=${title} maxlength="80" onChange=${typed(rename)} /></label>
    </div>
    <${Found} />
  </section>`;
}

/** The drawn board: its regions, all its tiles as a puzzle, its family. @param {{ drawn: Position }} props */
function Drawn({ drawn }) {
  const [brush, pick] = useState(OUTSIDE);
  const marked = useStore(marks);
  const map = mapOf(lastBoard());
  const columns = map?.[0].length ?? 0;
  const put = (/** @type {number[]} */ cells, /** @type {boolean} */ full) => {
    const next = new Map(marked);
    for (const cell of cells) if (full) next.set(cell, brush);
      else next.delete(cell);
    marks.set(next);
  };
  const lookOf = (/** @type {number} */ cell) => (map?.join("")[cell] === OUTSIDE ? "outside" : marked.get(cell) ?? "");
  const set = (/** @type {string} */ brushed) => [...marked].filter(([, mark]) => mark === brushed).map(([cell]) => /** @type {[number, number]} */ ([cell % columns, Math.floor(cell / columns)]));
  const family = () => ask("family", { position: drawn, free: BRUSHES.slice(1).map((each) => cellNames(set(each), map?.length ?? 0).replaceAll(" ", ",")).filter(Boolean) });
  return html`<section class="panel drawn" aria-labelledby="drawn">
    <h2 id="drawn">${drawnName(drawn)}</h2>
    ${map && html`<${Select} label=${t("puzzle_mark_as")} value=${brush} options=${BRUSHES.map((each) => [each, each === OUTSIDE ? t("puzzle_outside") : t("puzzle_stays_free", { set: each })])} choose=${pick} />
      <${Strokes} label=${t("puzzle_regions")} columns=${columns} rows=${map.length} is=${(/** @type {number} */ cell) => marked.get(cell) === brush} put=${put} look=${lookOf} />`}
    <div class="toolbar">
      <button onClick=${() => look(drawn)}>${t("puzzle_look")}</button>
      <button onClick=${() => change(drawn, "fewest-clues")}>${t("puzzle_fewest")}</button>
      <button onClick=${family}>${t("puzzle_family")}</button>
    </div>
    <${Found} />
  </section>`;
}

/** What was found. */
function Found() {
  const { report, said } = useStore(found);
  const { state, place } = useStore(work.state);
  return html`
    ${state !== "idle" && html`<p role="status">${place > 0 ? t("in_line", { place }) : said || t("q_searching")} <button onClick=${() => work.stop()}>${t("stop")}</button></p>`}
    ${state === "idle" && said && html`<p role="status">${said}</p>`}
    ${report && html`<div class="found"><${Report} of=${report} /></div>`}
  `;
}

const printing = new Task();
/** Most puzzles of a booklet. */
const MOST_PRINTED = 60;

/** @param {{ name: string, title: string, puzzles: Entry[] }} props */
export function Booklet({ name, title, puzzles }) {
  const running = useStore(printing.state).state !== "idle";
  const printed = puzzles.filter((each) => each.kind !== "actions").slice(0, MOST_PRINTED);
  if (!printed.length) return null;
  if (given.role === "alone") return html`<p class="small">${t("puzzle_booklet_elsewhere")}</p>`;
  return html`
    <section class="panel booklet" aria-labelledby="booklet">
      <h2 id="booklet">${t("puzzle_booklet")}</h2>
      <p class="small">${t("puzzle_booklet_help")}</p>
      <form
        onSubmit=${submitted(printing, (data) => {
          const style = { ...Object.fromEntries(data), per_page: Number(data.get("per_page")) || null, light: data.has("light") };
          const wanted = /** @type {any} */ ({ ...style, puzzles: printed.map((each) => each.puzzle) });
          void printing.begin("/api/puzzles/booklet", wanted, {
            result: ({ pdf, warning }) => {
              if (pdf) save(Uint8Array.from(atob(pdf), (char) => char.charCodeAt(0)), `${name}.pdf`);
              if (warning) say(warning, true);
            },
          });
        })}
      >
        <label class="wide">${t("puzzle_booklet_title")}<input name="title" maxlength="80" value=${title} /></label>
        <label class="wide">${t("puzzle_author")}<input name="author" maxlength="80" /></label>
        <label class="wide">${t("puzzle_foreword")}<textarea name="foreword" maxlength="8000"></textarea></label>
        <${Select} label=${t("puzzle_part")} name="part" options=${["all", "puzzles", "solutions"].map((each) => [each, t(`puzzle_part_${each}`)])} />
        <${Check} name="light" label=${t("puzzle_light")} />
        <${Select} label=${t("puzzle_paper")} name="paper" options=${[["a4", "A4"], ["letter", "Letter"]]} />
        <${Select} label=${t("puzzle_per_page")} name="per_page" options=${[["", t("puzzle_by_size")], [1, 1], [2, 2], [4, 4]]} />
        <button class="primary" data-testid="print">${t(running ? "stop" : "puzzle_make_pdf")}</button>
      </form>
      ${running && html`<p role="status">${t("puzzle_making_pdf")}</p>`}
    </section>
  `;
}
