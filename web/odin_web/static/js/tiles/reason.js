/** Why a tile may not lie where it is held, in words beside it. */

import { html } from "../../vendor/htm-preact.js";

/** Width of a letter in sizes of the font. */
const LETTER = 0.56;

/**
 * @param {object} props
 * @param {string} props.text
 * @param {[number, number][]} props.cells under the tile
 * @param {[number, number, number, number]} props.part of the board that is shown
 * @param {number} props.cell side of a cell
 */
export function Reason({ text, cells, part: [left, top, right, bottom], cell }) {
  const size = Math.max(13, Math.min(21, ((right - left) * cell) / 22));
  const lines = wrapped(text, ((right - left) * cell) / (LETTER * size));
  const half = (Math.max(...lines.map((line) => line.length)) * LETTER * size) / 2;
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  const middle = ((Math.min(...columns) + Math.max(...columns) + 1) / 2) * cell;
  const x = Math.max(left * cell + half, Math.min(right * cell - half, middle));
  const below = (Math.max(...rows) + 1) * cell + 1.2 * size;
  const height = 1.15 * size * (lines.length - 1);
  const fits = below + height <= bottom * cell;
  const first = fits ? below : Math.max(top * cell + size, Math.min(...rows) * cell - height - 0.5 * size);
  return html`<text text-anchor="middle" font-size=${size}>
    ${lines.map((line, number) => html`<tspan x=${x} y=${first + 1.15 * size * number}>${line}</tspan>`)}
  </text>`;
}

/**
 * @param {string} text
 * @param {number} most letters of a line
 */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
