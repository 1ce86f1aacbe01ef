/** The feast: dishes laid on the banquet table by hand or as proposed. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { announced, attempt, say } from "../shared/page.js";
import { Icon, nameOf } from "./icons.js";
import { explain, explains } from "./pop.js";
import { play } from "./state.js";

/** @import { FeastView, FoodView, Dish, GameView } from "./types.js" */

const CELLS = 12;

/**
 * The banquet table: ships from the left, what is served, empty cells.
 * @param {object} props
 * @param {number} props.covered cells under ships
 * @param {number} props.cells cells to be filled
 * @param {FeastView["servings"]} props.servings
 * @param {string[]} props.ships emigrated
 * @param {(serving: number) => void} [props.remove] takes a serving off
 * @param {(item: string) => void} [props.drop] takes what is dropped
 */
export function Banquet({ covered, cells, servings, ships, remove, drop }) {
  const all = covered + cells;
  return html`<div
    class="banquet"
    role="group"
    aria-label=${t("banquet_label", { n: cells, ships: ships.length })}
    onDragOver=${(/** @type {Event} */ event) => drop && event.preventDefault()}
    onDrop=${(/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const item = event.dataTransfer?.getData("text/plain");
      if (item && drop) drop(item);
    }}
  >
    ${Array.from({ length: Math.max(CELLS, all) }, (_, i) => html`<span class=${`cell ${i < all ? "open" : "closed"}`} style=${{ gridColumn: `${i + 1}` }}></span>`)}
    ${ships.map((ship, i) => html`<span class="ship" style=${{ gridColumn: `${2 * i + 1} / span 2` }}><${Icon} item=${ship} /></span>`)}
    ${servings.map((serving, i) => {
      const place = { gridColumn: `${covered + serving.start + 1} / span ${serving.width}` };
      const name = nameOf(serving.item);
      return remove
        ? html`<button class="serving" style=${place} ...${explains(t("take_off", { dish: name }))} onClick=${() => remove(i)}>
            <span class="sr">${t("take_off", { dish: name })}</span><${Icon} item=${serving.item} />
          </button>`
        : html`<span class="serving" style=${place} ...${explains(name)}><span class="sr">${name}</span><${Icon} item=${serving.item} /></span>`;
    })}
  </div>`;
}

/** @param {{ game: GameView, proposed: FeastView }} props */
export function Feast({ game, proposed }) {
  const [feast, setFeast] = useState(proposed);
  useEffect(() => setFeast(proposed), [proposed]);
  /** @param {(Dish | null)[] | null} dishes null: the best proposal */
  async function lay(dishes) {
    await attempt(async () => {
      const next = await post("/api/game/feast", { game: game.game, seen: game.seen, ...(dishes && { dishes }) });
      setFeast(next);
      announced.set(summary(next));
    });
  }
  /**
   * @param {FoodView | undefined} food
   * @param {boolean} lengthwise
   * @param {Event} [event]
   */
  function serve(food, lengthwise, event) {
    const reason = lengthwise ? food?.next_lengthwise : food?.next;
    if (!food || reason === undefined) return;
    if (reason !== null) {
      if (event) explain(/** @type {Element} */ (event.currentTarget), reason);
      else say(reason, true);
    } else void lay([...feast.dishes, { item: food.item, lengthwise }]);
  }
  /** @param {FeastView} now */
  function summary(now) {
    if (now.problems.length) return now.problems.join(" ");
    return now.empty ? t("feast_empty", { n: now.empty, penalties: now.penalties }) : t("feast_full");
  }
  const dishes = feast.dishes.flatMap((dish, i) => (dish ? [i] : []));
  return html`<div class="feast">
    <${Banquet}
      covered=${feast.covered}
      cells=${feast.cells}
      servings=${feast.servings}
      ships=${game.bay.emigrated.map((ship) => ship.kind)}
      remove=${(/** @type {number} */ at) => lay(feast.dishes.toSpliced(dishes[at], 1))}
      drop=${(/** @type {string} */ item) => {
        const food = feast.foods.find((each) => each.item === item);
        serve(food, Boolean(food && food.length > food.width && food.next_lengthwise === null));
      }}
    />
    <div class="foods wrap aligned">
      ${feast.foods.map((food) => {
        const name = nameOf(food.item);
        return html`<span class="food" draggable=${food.left > 0 ? "true" : "false"} onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", food.item)}>
          <button
            aria-disabled=${food.next === null ? null : "true"}
            ...${explains(name, t("cells_wide", { n: food.width }), food.next)}
            onClick=${(/** @type {Event} */ event) => serve(food, false, event)}
          >
            <span class="sr">${t("serve_upright", { dish: name, n: food.left })}</span>
            <${Icon} item=${food.item} /> <span aria-hidden="true">${food.left}</span>
          </button>
          ${food.length !== food.width &&
          html`<button
            aria-disabled=${food.next_lengthwise === null ? null : "true"}
            ...${explains(t("serve_lengthwise", { dish: name }), t("cells_wide", { n: food.length }), food.next_lengthwise)}
            onClick=${(/** @type {Event} */ event) => serve(food, true, event)}
          >
            <span class="sr">${t("serve_lengthwise", { dish: name })}</span>
            <span aria-hidden="true">↔${food.length}</span>
          </button>`}
        </span>`;
      })}
      <button onClick=${() => lay([...feast.dishes, null])} ...${explains(t("leave_empty_help"))}>${t("leave_empty")}</button>
      <button onClick=${() => lay([])}>${t("clear_table")}</button>
      <button onClick=${() => lay(null)}>${t("as_proposed")}</button>
      <button
        class="primary"
        data-move="serve"
        disabled=${!feast.move}
        onClick=${() => feast.move && play(feast.move)}
      >
        ${t("serve_feast")}
      </button>
      <span class=${feast.problems.length || feast.empty ? "bad" : "dim"}>${summary(feast)}</span>
    </div>
  </div>`;
}
