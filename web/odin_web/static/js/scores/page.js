/** The page of scores: a sheet to fill in, the games that are kept, their statistics. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { get, post } from "../shared/api.js";
import { Select, typed } from "../shared/controls.js";
import { FileButton } from "../shared/files.js";
import { Field } from "../shared/form.js";
import { dateText, t } from "../shared/i18n.js";
import { steer } from "../shared/keys.js";
import { keep, stored } from "../shared/kept.js";
import { say, signed } from "../shared/page.js";
import { Report } from "../shared/questions.js";
import { Store, useFresh, useStore } from "../shared/store.js";

/** @typedef {{ name: string, total: string, points: Record<string, string> }} Column */
/** @typedef {{ date: string, game: any, cards: string, note: string, players: Column[], instead: string }} Sheet */
/** @typedef {{ id: string, name: string, loss: boolean }} Category */
/** @typedef {{ id: string, winners: string[], data: any }} Game */

const COUNTS = [1, 2, 3, 4];
const DECKS = ["none", "A", "B", "C", "A,B", "A,C", "B,C", "A,B,C"];
const SAVED = "scores";

/** What the server keeps. @type {Store<any>} */
const kept = new Store(null);
/** @type {Store<Sheet>} */
const sheet = new Store(begun());
/** A game that was removed, and whether the one to be saved is there already. */
const asked = new Store({ removed: /** @type {any} */ (null), known: /** @type {boolean} */ (false) });

/** @returns {Column} */
function column(name = "") {
  return { name, total: "", points: {} };
}

/** @returns {Sheet} */
function begun() {
  return stored(SAVED) ?? { date: "", game: "long", cards: "none", note: "", players: [column(), column()], instead: "" };
}

/** @param {Partial<Sheet>} more */
function change(more) {
  sheet.update(more);
  asked.set({ removed: null, known: false });
  keep(SAVED, JSON.stringify(sheet.value));
}

/** @param {number} at @param {Partial<Column>} more */
const changePlayer = (at, more) => change({ players: sheet.value.players.map((each, i) => (i === at ? { ...each, ...more } : each)) });

/** Points as typed: null if there are none, NaN if they are no number. */
function points(text = "") {
  const plain = text.trim().replace("−", "-");
  return plain ? (/^-?\d{1,3}$/.test(plain) ? Number(plain) : NaN) : null;
}

/** @param {Column} player */
const isByCategory = (player) => Object.values(player.points).some((each) => points(each) !== null);

/** @param {Column} player @param {Category[]} categories @returns {number | null} */
function totalOf(player, categories) {
  if (!isByCategory(player)) return points(player.total);
  return categories.reduce((sum, { id, loss }) => {
    const number = points(player.points[id]) ?? 0;
    return sum + (loss ? -Math.abs(number) : number);
  }, 0);
}

/** @param {string} cards */
const cardsText = (cards) => (cards === "none" ? t("without_cards") : t("sc_decks", { decks: cards.replaceAll(",", ", ") }));

/** @param {string} date */
const day = (date) => (date ? dateText(date, { dateStyle: "medium" }) : "");

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    const { known, gone } = /** @type {any} */ (error).data ?? {};
    if (known) asked.update({ known });
    if (gone) {
      change({ instead: "" });
      dispatchEvent(new Event("focus"));
    }
    say(/** @type {Error} */ (error).message, true);
  }
}

/** A game as the sheet shows it. @param {any} data @param {string} [instead] @returns {Sheet} */
function sheetOf(data, instead = "") {
  const { date = "", game, cards, note = "", players } = data;
  return {
    ...{ date, game, cards, note, instead },
    players: players.map((/** @type {any} */ { name, total, ...rest }) => ({
      name,
      total: String(total),
      points: Object.fromEntries(Object.entries(rest).map(([id, value]) => [id, String(value)])),
    })),
  };
}

/** @param {boolean} again */
const save = (again) =>
  attempt(async () => {
    const { players, instead, ...about } = sheet.value;
    const categories = /** @type {Category[]} */ (kept.value.categories);
    const bad = players.findIndex((each) => !Number.isInteger(totalOf(each, categories)));
    if (bad >= 0) return say(t("sc_bad", { name: players[bad].name || t("sc_player", { n: bad + 1 }) }), true);
    const game = {
      ...about,
      date: about.date || kept.value.today,
      players: players.map((each, at) => ({
        name: each.name.trim() || t("sc_player", { n: at + 1 }),
        ...(isByCategory(each) ? Object.fromEntries(Object.entries(each.points).map(([id, text]) => [id, points(text) ?? 0])) : { total: points(each.total) }),
      })),
    };
    kept.set(await post("/api/scores/add", { game, again, instead }));
    change({ note: "", instead: "", date: "", players: players.map(({ name }) => column(name)) });
    say(t("sc_saved"));
  });

/** @param {Game} game */
const remove = (game) =>
  attempt(async () => {
    kept.set(await post("/api/scores/remove", { id: game.id }));
    asked.set({ removed: game.data, known: false });
    if (sheet.value.instead === game.id) sheet.update({ instead: "" });
  });

const putBack = () =>
  attempt(async () => {
    kept.set(await post("/api/scores/add", { game: asked.value.removed, again: true }));
    asked.update({ removed: null });
  });

/** CSV is added to the archive, other files are shown; one player's file fills a free column. @param {string} text @param {string} name */
const openFile = (text, name) =>
  attempt(async () => {
    const content = { text, name };
    if (name.toLowerCase().endsWith(".csv")) {
      const before = kept.value.games.length;
      kept.set(await post("/api/scores/import", content));
      return say(t("sc_imported", { n: kept.value.games.length - before }));
    }
    const { players, game } = sheet.value;
    const isFree = (/** @type {Column} */ each) => !isByCategory(each) && points(each.total) === null;
    const free = players.findIndex(isFree);
    const length = free < 0 || players.every(isFree) ? null : game;
    const found = sheetOf(await post("/api/scores/open", { ...content, length }));
    if (found.players.length > 1 || free < 0) return change(found);
    if (!length) change({ game: found.game });
    changePlayer(free, { points: found.players[0].points });
  });

export function Page() {
  const all = useStore(kept);
  const { removed } = useStore(asked);
  useFresh(() => attempt(async () => kept.set(await get("/api/scores"))));
  if (!all) return html`<main><p class="hint">${t("loading")}</p></main>`;
  return html`
    <main class="scores split">
      <h1 class="sr">${t("page_scores")}</h1>
      <${Form} categories=${all.categories} />
      <aside>
        ${all.problems.length > 0 && html`<div role="alert"><ul class="violations">${all.problems.map((/** @type {string} */ each) => html`<li>${each}</li>`)}</ul></div>`}
        <section class="panel" aria-label=${t("sc_games")}>
          <h2>${t("sc_games")}</h2>
          ${removed && html`<p role="status">${t("sc_removed")} <button onClick=${putBack}>${t("undo")}</button></p>`}
          ${all.games.length ? html`<ul class="sc-games">${all.games.map((/** @type {Game} */ each) => html`<${Row} key=${each.id} game=${each} />`)}</ul>` : html`<p class="muted">${t("sc_none")}</p>`}
          <p class="sc-row wrap aligned">${all.games.length > 0 && html`<a href="/api/scores/csv" download="scores.csv">${t("sc_export")}</a>`} <span class="muted">${t("sc_file", { file: all.file })}</span></p>
        </section>
        ${all.games.length > 0 && html`<${Statistics} of=${all.statistics} games=${all.games} />`}
      </aside>
    </main>
  `;
}

/** In a column, Enter and the arrows go to the next row. @param {KeyboardEvent} event */
function onKey(event) {
  const key = { ArrowDown: "ArrowDown", Enter: "ArrowDown", ArrowUp: "ArrowUp" }[event.key];
  if (key) steer(event, /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("input"), key);
}

/** @param {{ categories: Category[] }} props */
function Form({ categories }) {
  const now = useStore(sheet);
  const { known } = useStore(asked);
  const { players } = now;
  const totals = players.map((each) => totalOf(each, categories));
  const best = players.length > 1 && totals.every(Number.isInteger) ? Math.max(.../** @type {number[]} */ (totals)) : NaN;
  const names = players.map((each, at) => each.name.trim() || t("sc_player", { n: at + 1 }));
  const winners = names.filter((_, at) => totals[at] === best);
  const invalid = (/** @type {string} */ value) => (Number.isNaN(points(value)) ? "true" : null);
  return html`
    <section class="panel" aria-label=${t("score_sheet")}>
      <div class="sc-about">
        <label>${t("sc_date")}: ${day(now.date || kept.value.today)}<input type="date" value=${now.date || kept.value.today} onInput=${typed((date) => change({ date }))} /></label>
        <${Select} label=${t("game")} value=${now.game} options=${["long", "short"].map((each) => [each, t(`game_${each}`)])} choose=${(/** @type {string} */ game) => change({ game })} />
        <${Select} label=${t("sc_cards")} value=${now.cards} options=${DECKS.map((each) => [each, cardsText(each)])} choose=${(/** @type {string} */ cards) => change({ cards })} />
        <${Select} label=${t("sc_players")} value=${players.length} options=${COUNTS.map((n) => [n, n])} choose=${(/** @type {number} */ n) => change({ players: Array.from({ length: n }, (_, at) => players[at] ?? column()) })} />
        <label class="sc-note">${t("sc_note")}<input maxlength="200" value=${now.note} onInput=${typed((note) => change({ note }))} /></label>
      </div>
      <table class="sc-sheet" onKeyDown=${onKey}>
        <tbody>
          <tr>
            <th scope="row">${t("sc_name")}</th>
            ${players.map((each, at) => html`<td><input maxlength="60" data-column=${at} aria-label=${t("sc_name_of", { n: at + 1 })} placeholder=${t("sc_player", { n: at + 1 })} value=${each.name} onInput=${typed((name) => changePlayer(at, { name }))} /></td>`)}
          </tr>
          ${categories.map(
            ({ id, name, loss }) => html`<tr class=${loss ? "sc-loss" : ""}>
              <th scope="row">${name}${loss ? "\u00a0−" : ""}</th>
              ${players.map(
                (each, at) => html`<td><input inputmode="numeric" maxlength="4" data-column=${at} aria-label=${`${name}, ${names[at]}`} aria-invalid=${invalid(each.points[id])}
                  value=${each.points[id] ?? ""} onInput=${typed((value) => changePlayer(at, { points: { ...each.points, [id]: value } }))} /></td>`,
              )}
            </tr>`,
          )}
          <tr class="sc-total">
            <th scope="row">${t("total")}</th>
            ${players.map((each, at) =>
              isByCategory(each)
                ? html`<td><output aria-label=${`${t("total")}, ${names[at]}`}>${Number.isInteger(totals[at]) ? signed(/** @type {number} */ (totals[at])) : "?"}</output></td>`
                : html`<td><input inputmode="numeric" maxlength="4" data-column=${at} aria-label=${`${t("total")}, ${names[at]}`} aria-invalid=${invalid(each.total)} value=${each.total} onInput=${typed((total) => changePlayer(at, { total }))} /></td>`,
            )}
          </tr>
        </tbody>
      </table>
      <p class="verdict" role="status">${winners.length > 1 ? t("sc_tie", { names: winners.join(", ") }) : winners.length ? t("sc_wins", { name: winners[0] }) : ""}</p>
      <div class="toolbar">
        <button class="primary" onClick=${() => save(known)}>${t(known ? "sc_again" : now.instead ? "sc_change" : "sc_save")}</button>
        <${FileButton} label=${t("sc_open")} accept=".toml,.json,.log,.csv,.txt" open=${openFile} />
        <button onClick=${() => change({ instead: "", note: "", date: "", players: players.map(() => column()) })}>${t("sc_clear")}</button>
      </div>
      <p class="muted">${t("sc_help")}</p>
    </section>
  `;
}

/** @param {{ game: Game }} props */
function Row({ game }) {
  const { data, winners, id } = game;
  const players = [...data.players].sort((one, other) => other.total - one.total);
  const what = players.map((each) => `${each.name} ${each.total}`).join(", ");
  const edit = () => {
    change(sheetOf(data, id));
    /** @type {HTMLElement | null} */ (document.querySelector(".sc-sheet input"))?.focus();
  };
  return html`<li>
    <span>${players.map((each, at) => html`${at ? ", " : ""}<span class=${winners.includes(each.name) ? "sc-winner" : ""}>${each.name} ${signed(each.total)}</span>`)}</span>
    <span class="muted">${[day(data.date), t(`game_${data.game}`), cardsText(data.cards), data.note].filter(Boolean).join(" · ")}</span>
    <span class="sc-row wrap aligned">
      <button aria-label=${`${t("sc_edit")}: ${what}`} onClick=${edit}>${t("sc_edit")}</button>
      <button aria-label=${`${t("delete")}: ${what}`} onClick=${() => remove(game)}>${t("delete")}</button>
    </span>
  </li>`;
}

/** @param {{ of: import("../contract.js").QuestionForm, games: Game[] }} props */
function Statistics({ of: { title, fields }, games }) {
  const [wish, setWish] = useState(/** @type {Record<string, any>} */ ({}));
  const [report, setReport] = useState(/** @type {import("../contract.js").Answer["report"]} */ ([]));
  useEffect(() => {
    let last = true;
    void attempt(async () => {
      const found = await post("/api/questions/score/stats", wish);
      if (last) setReport(found.report);
    });
    return () => void (last = false);
  }, [wish, games]);
  return html`<section class="panel" aria-label=${title}>
    <h2>${title}</h2>
    <div class="sc-about">${fields.map((each) => html`<${Field} key=${each.name} of=${each} value=${wish[each.name]} set=${(/** @type {any} */ now) => setWish({ ...wish, [each.name]: now })} around=${{ names: {} }} />`)}</div>
    <${Report} of=${report} />
  </section>`;
}
