/** The action board: spaces in their columns, Vikings on them, what the coach says. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t, textOr } from "../shared/i18n.js";
import { steer } from "../shared/keys.js";
import { useStore } from "../shared/store.js";
import { advice, lossText, numberOf } from "./coach.js";
import { Icon, Icons } from "./icons.js";
import { choose, explains } from "./pop.js";
import { movesAt } from "./state.js";

/** @import { SpaceView, GameView } from "./types.js" */

const COLUMNS = [1, 2, 3, 4];
/** Lines of the grid per row of spaces: so two or three spaces can share two or three rows. */
const FINE = 6;

/**
 * Where spaces and groups lie: first line and number of lines.
 * @param {SpaceView[]} spaces
 */
function arranged(spaces) {
  /** @type {Map<string, [number, number]>} */
  const groups = new Map();
  let line = 1;
  for (const group of new Set(spaces.map((each) => each.group))) {
    const rows = Math.max(
      ...COLUMNS.map((column) => spaces.filter((each) => each.group === group && each.column === column).length),
    );
    groups.set(group, [line, rows * FINE]);
    line += rows * FINE;
  }
  /** @type {Map<string, [number, number]>} */
  const places = new Map();
  for (const [group, [first]] of groups) {
    for (const column of COLUMNS) {
      const here = spaces.filter((each) => each.group === group && each.column === column);
      here.forEach((each, i) => {
        const lines = each.groups.reduce((sum, name) => sum + (groups.get(name)?.[1] ?? 0), 0) / here.length;
        places.set(each.id, [first + i * lines, lines]);
      });
    }
  }
  return { groups, places };
}

/** @param {SpaceView} space */
export function spaceName(space) {
  return space.title[0].toUpperCase() + space.title.slice(1);
}

/**
 * @param {object} props
 * @param {Pick<GameView, "spaces" | "over">} props.game
 * @param {typeof movesAt} [props.find] returns what a tap on a space does
 */
export function ActionBoard({ game, find = movesAt }) {
  const { spaces } = game;
  const { groups, places } = arranged(spaces);
  const coach = useStore(advice);
  const [current, setCurrent] = useState(spaces[0].id);
  return html`
    <section class="actions" id="actions" aria-label=${t("action_board")}>
      <div class="columns" aria-hidden="true">
        ${COLUMNS.map(
          (column) => html`<span ...${explains(t(`column_${column}`))}>
            ${Array.from({ length: column }, () => html`<${Icon} item="viking" />`)}
            ${column === 3 && html`<${Icon} item="occupation" />`}
            ${column === 4 && html`<${Icon} item="play" />`}
          </span>`,
        )}
      </div>
      <div class="grid" role="group" aria-label=${t("action_board_help")} onKeyDown=${(/** @type {any} */ event) => steer(event, event.currentTarget.querySelectorAll(".space"))}>
        ${[...groups].map(([group, [first, lines]], i) => {
          const name = spaces.find((each) => each.group === group)?.group_name ?? group;
          return html`<div
            class=${`band ${i % 2 ? "odd" : ""} ${lines > FINE ? "high" : ""}`}
            style=${{ gridRow: `${first} / span ${lines}` }}
            aria-hidden="true"
          ><span>${name}</span></div>`;
        })}
        ${spaces.map((space) => {
          const [first, lines] = places.get(space.id) ?? [1, FINE];
          return html`<${Space}
            key=${space.id}
            space=${space}
            over=${game.over}
            moves=${find("space", space.id)}
            coach=${numberOf(coach, (each) => each.group === "space" && each.target === space.id)}
            area=${`${first} / ${space.column - 6} / span ${lines} / span 1`}
            current=${space.id === current}
            onFocus=${() => setCurrent(space.id)}
          />`;
        })}
      </div>
    </section>
  `;
}

/**
 * @param {object} props
 * @param {SpaceView} props.space
 * @param {boolean} props.over
 * @param {import("./types.js").MoveView[]} props.moves
 * @param {import("./types.js").CoachNumber | undefined} props.coach
 * @param {string} props.area
 * @param {boolean} props.current
 * @param {() => void} props.onFocus
 */
function Space({ space, over, moves, coach, area, current, onFocus }) {
  const name = spaceName(space);
  const state = space.active
    ? "active"
    : space.placed
      ? "taken"
      : space.blocked
        ? "blocked"
        : moves.length
          ? "usable"
          : "closed";
  const mark = coach && (coach.best ? "best" : coach.sign.startsWith("−") && "worse");
  const reason = moves.length || over ? "" : space.reason;
  const advised = coach && `${t("coach")}: ${lossText(coach)}`;
  const texts = [`${space.key} ${name}`, space.mark, space.text, space.discount, advised, reason && t("not_now", { reason })];
  const tips = explains(...texts);
  return html`<button
    class=${["space", state, mark].filter(Boolean).join(" ")}
    style=${{ gridArea: area }}
    data-space=${space.id}
    tabindex=${current ? 0 : -1}
    aria-disabled=${moves.length ? null : "true"}
    ...${tips}
    onFocus=${(/** @type {FocusEvent} */ event) => {
      onFocus();
      tips.onFocus(event);
    }}
    onClick=${(/** @type {Event} */ event) => choose(event, `${space.key} ${name}`, moves, reason || space.text)}
  >
    <span class="sr">${[t("space_label", { space: `${space.key} ${name}`, n: space.vikings }), ...texts.slice(1)].filter(Boolean).join(" ")}</span>
    <span class="title" aria-hidden="true"><b>${space.key}</b><span> ${textOr(`short_${space.id}`, name)}</span></span>
    <${Icons} icons=${space.icons} />
    ${space.discount && html`<span class="discount" aria-hidden="true">✱</span>`}
    ${space.placed + Number(space.blocked) > 0 &&
    html`<span class="standing">
      ${Array.from({ length: space.placed || space.vikings }, () => html`<${Icon} item="viking" />`)}
    </span>`}
    ${coach && html`<span class="badge" aria-hidden="true">${coach.best ? "★" : lossText(coach)}</span>`}
  </button>`;
}
