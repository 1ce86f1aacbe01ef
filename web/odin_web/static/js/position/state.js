/** The position on the page: its history, its locks, what is legal. */

import { Refused, Unanswered, isBadInput, post } from "../shared/api.js";
import { given, t } from "../shared/i18n.js";
import { setOneAside } from "../shared/kept.js";
import { isLink, readLink } from "./link.js";
import { inTurn, own, say } from "../shared/page.js";
import { Store } from "../shared/store.js";
import { remember, remembered } from "../shared/without.js";
import { tableChanged } from "../tiles/hand.js";
import { kept, openTab, saveWork, savedWork } from "./session.js";

/** @import { PositionView, PositionDocument, PieceView } from "../types.js" */

export const view = new Store(/** @type {PositionView | null} */ (null));
/** Pieces that searches may not move. */
export const locks = new Store(/** @type {Set<string>} */ (new Set()));

/** @type {PositionDocument[]} */
let past = [];
/** @type {PositionDocument[]} */
let future = [];
let file = "";
/** Name of the view that is shown without a server. */
const KEPT = "position";
/** Changes are made one after the other. */
export const { inOrder } = inTurn();

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** @param {PositionView} next */
function show(next) {
  own.tiles = next.own_tiles;
  view.set(next);
  const there = new Set(next.boards.flatMap(({ pieces }, at) => pieces.map((piece) => nameOf(at, piece))));
  locks.set(new Set([...locks.value].filter((name) => there.has(name))));
  tableChanged();
  if (isLink(location.hash)) history.replaceState(null, "", location.pathname);
  save();
  remember(KEPT, next);
}

function save() {
  if (!view.value) return;
  saveWork({ past, present: view.value.position, future, locks: [...locks.value], file });
}

/**
 * @param {number} board
 * @param {PieceView} piece
 */
const nameOf = (board, piece) => `${board} ${piece.tile} ${piece.cells.join(" ")}`;

/**
 * @param {number} board
 * @param {number} piece
 */
export function isLocked(board, piece) {
  const shown = view.value?.boards[board]?.pieces[piece];
  return shown !== undefined && locks.value.has(nameOf(board, shown));
}

/**
 * @param {number} board
 * @param {number} piece
 */
export function toggleLock(board, piece) {
  const shown = view.value?.boards[board]?.pieces[piece];
  if (!shown) return;
  const name = nameOf(board, shown);
  const next = new Set(locks.value);
  if (!next.delete(name)) next.add(name);
  locks.set(next);
  save();
}

/** @param {boolean} all lock all pieces, or none */
export function lockAll(all) {
  const names = view.value?.boards.flatMap(({ pieces }, at) => pieces.map((piece) => nameOf(at, piece)));
  locks.set(new Set(all ? names : []));
  save();
}

/** Numbers of boards and pieces that are not locked. */
export function unlocked() {
  return (view.value?.boards ?? []).flatMap(({ pieces }, at) =>
    pieces.map((_, piece) => /** @type {[number, number]} */ ([at, piece])).filter(([, piece]) => !isLocked(at, piece)),
  );
}

/** Begin with the link, the file of the command line, this tab's work, or what was there last. */
export async function begin() {
  await openTab();
  const work = savedWork();
  const last = kept()[0];
  const { beginning } = given;
  /** @type {(() => Promise<PositionView | null>)[]} */
  const sources = [
    async () => (isLink(location.hash) ? linked() : null),
    async () => {
      if (!beginning || beginning.text === work?.file) return null;
      file = beginning.text;
      return post("/api/position/text", beginning);
    },
    async () => (work ? seen(work.present) : null),
    async () => (last ? seen(last.position) : null),
    async () => post("/api/position/example", { name: "opening" }),
  ];
  for (const [number, source] of sources.entries()) {
    try {
      const first = await source();
      if (!first) continue;
      if (work) {
        past = number < 2 ? [...work.past, work.present] : work.past;
        future = number < 2 ? [] : work.future;
        locks.set(new Set(work.locks));
        file ||= work.file;
      }
      return show(first);
    } catch (error) {
      if (error instanceof Unanswered) return view.set((await remembered(KEPT)) ?? null);
      const key = { 2: "work", 3: last?.key }[number];
      say(`${/** @type {Error} */ (error).message} ${key && isBadInput(error) ? setOneAside(key) : ""}`, true);
    }
  }
}

/** The view of a position: that which was there last, or else the server's. @param {PositionDocument} position */
async function seen(position) {
  const last = await remembered(KEPT);
  return JSON.stringify(last?.position) === JSON.stringify(position) ? last : post("/api/position", { position });
}

/** The position of the link in the address bar. */
async function linked() {
  const position = await readLink(location.hash);
  if (position) return post("/api/position", { position });
  history.replaceState(null, "", location.pathname);
  throw new Refused(t("link_damaged"));
}

/** Show the position of a link that was put into the address bar. */
export function followLink() {
  if (isLink(location.hash)) void replace(linked);
}

/**
 * Replace the position; the one before can be had back.
 * @param {() => Promise<PositionView>} fetched
 */
export function replace(fetched) {
  return inOrder(async () => {
    const before = view.value?.position;
    const next = await fetched();
    if (before) past.push(before);
    future = [];
    show(next);
    say(next.heard);
  });
}

/** The data of the position that is shown. */
export const shownPosition = () => /** @type {PositionView} */ (view.value).position;

/** @typedef {import("../contract.js").ChangeRequest["change"]} Change */

/** @param {Change | (() => Change)} wanted a function sees what earlier changes have made */
export function change(wanted) {
  return replace(() => {
    const position = shownPosition();
    return post("/api/position/change", { position, change: wanted instanceof Function ? wanted() : wanted });
  });
}

/** @param {number} board */
export async function removeBoard(board) {
  const moved = [...locks.value].flatMap((name) => {
    const at = Number.parseInt(name);
    return at === board ? [] : [at < board ? name : `${at - 1}${name.slice(String(at).length)}`];
  });
  const before = view.value?.boards.length;
  await change({ kind: "remove_board", board });
  if (view.value?.boards.length === before) return;
  locks.set(new Set(moved));
  save();
}

/** @param {PositionDocument} position */
export function open(position) {
  return replace(() => post("/api/position", { position }));
}

/**
 * Open a file's text, or take a list of goods for the supply.
 * @param {string} text
 * @param {string} name
 */
export function openText(text, name) {
  return replace(() => post("/api/position/text", { text, name, position: view.value?.position }));
}

export function undo() {
  return travel(() => [past, future], t("nothing_to_undo"));
}

export function redo() {
  return travel(() => [future, past], t("nothing_to_redo"));
}

/**
 * @param {() => [PositionDocument[], PositionDocument[]]} ends where positions come from and go to
 * @param {string} none
 */
function travel(ends, none) {
  return inOrder(async () => {
    const [from, to] = ends();
    const position = from.at(-1);
    if (!position) return say(none);
    const next = await post("/api/position", { position });
    from.pop();
    to.push(/** @type {PositionView} */ (view.value).position);
    show(next);
    say("");
  });
}
