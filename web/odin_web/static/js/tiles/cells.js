/** The size of cells: one for all boards of a view. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";

/** Pixels of a cell from which on its print can be read: for the sake of all boards they get no smaller. */
const READABLE = 30;
const STEPS = 7;

/**
 * Boards that share the size of cells: as large as lets all be seen at once, and if that would be too
 * small to read, as large as shows the home board whole. The others flow around it.
 * @param {{ label?: string, many: string, children: any }} props `many` changes with the boards
 */
export function BoardField({ label, many, children }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const box = /** @type {HTMLElement} */ (place.current);
    const scroller = scrollerOf(box);
    let fitted = "";
    const fit = () => {
      if (fitted === outline(box, scroller)) return;
      size(box, scroller);
      fitted = outline(box, scroller);
    };
    const watch = new ResizeObserver(fit);
    watch.observe(scroller);
    watch.observe(box);
    fit();
    return () => watch.disconnect();
  }, [many]);
  return html`<div class="boards" id="boards" role=${label ? "region" : null} aria-label=${label} ref=${place}>${children}</div>`;
}

/** What scrolls an element. @param {Element} box */
export function scrollerOf(box) {
  for (let each = /** @type {HTMLElement | null} */ (box); each; each = each.parentElement)
    if (getComputedStyle(each).overflowY === "auto") return each;
  return document.documentElement;
}

/** Room for boards side by side. @param {HTMLElement} box @param {HTMLElement} scroller */
const widthOf = (box, scroller) => (scroller === box ? box : /** @type {HTMLElement} */ (box.parentElement)).clientWidth;

/** What the size of cells depends on, and what depends on it. @param {HTMLElement} box @param {HTMLElement} scroller */
function outline(box, scroller) {
  const boards = [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".board"))];
  const sizes = boards.map(({ offsetWidth, offsetHeight }) => `${offsetWidth} ${offsetHeight}`);
  return [scroller.clientHeight, widthOf(box, scroller), ...sizes].join(" ");
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} scroller
 */
function size(box, scroller) {
  const boards = [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".board"))];
  const home = boards.find((board) => board.dataset.board === "home") ?? largest(boards);
  if (!home) return;
  const height = scroller.clientHeight;
  const width = widthOf(box, scroller);
  const whole = wholeSize(box, home, width, height);
  let [small, large] = [READABLE, Math.max(READABLE, whole)];
  const fits = (/** @type {number} */ cell) => {
    box.style.setProperty("--cell", `${cell}px`);
    const bottoms = boards.map((board) => board.offsetTop + board.offsetHeight);
    const rights = boards.map((board) => board.offsetLeft + board.offsetWidth);
    return Math.max(...bottoms) - home.offsetTop <= height && Math.max(...rights) - home.offsetLeft <= width;
  };
  if (fits(whole) || !fits(small)) return void box.style.setProperty("--cell", `${whole}px`);
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (small + large) / 2;
    if (fits(middle)) small = middle;
    else large = middle;
  }
  box.style.setProperty("--cell", `${small}px`);
}

/**
 * The size of cells at which a board is as wide or as high as the room for it. What stands above and below the
 * picture takes more lines on a narrower board, therefore a few steps.
 * @param {HTMLElement} box
 * @param {HTMLElement} board
 * @param {number} width
 * @param {number} height
 */
function wholeSize(box, board, width, height) {
  const surface = /** @type {HTMLElement} */ (board.querySelector(".surface"));
  const { columns, rows } = extent(surface);
  const { paddingLeft, paddingRight, borderLeftWidth, marginRight } = getComputedStyle(board);
  const beside = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + 2 * Number.parseFloat(borderLeftWidth) + Number.parseFloat(marginRight);
  let cell = (width - beside) / columns;
  for (let step = 0; step < 3; step += 1) {
    box.style.setProperty("--cell", `${cell}px`);
    cell = Math.max(1, Math.min(cell, (height - (board.offsetHeight - surface.offsetHeight)) / rows));
  }
  return Math.floor(4 * cell) / 4;
}

/** Columns and rows of a picture with its rim. @param {HTMLElement} surface */
function extent(surface) {
  const [columns, rows] = ["--columns", "--rows"].map((name) => Number(surface.style.getPropertyValue(name)));
  return { columns, rows };
}

/** @param {HTMLElement[]} boards */
function largest(boards) {
  const area = (/** @type {HTMLElement} */ board) => {
    const { columns, rows } = extent(/** @type {HTMLElement} */ (board.querySelector(".surface")));
    return columns * rows;
  };
  return boards.toSorted((a, b) => area(b) - area(a))[0];
}
