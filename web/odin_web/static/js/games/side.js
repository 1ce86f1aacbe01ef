/** What lies beside the boards: supply, bay, mountains, islands, cards, score. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { get } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { Picture, components, signed } from "../shared/page.js";
import { Store, useStore } from "../shared/store.js";
import { grab } from "../tiles/board.js";
import { hand, take } from "../tiles/hand.js";
import { Fill } from "./boards.js";
import { Banquet } from "./feast.js";
import { Icon, nameOf } from "./icons.js";
import { choose, explain, explains } from "./pop.js";
import { movesAt } from "./state.js";

/** @import { GameView, MoveView } from "./types.js" */

const UNIT = 10;

/**
 * A tile as cells with its sign.
 * @param {{ tile: string }} props
 */
function Shape({ tile: id }) {
  const tile = components.value?.tiles.find((each) => each.id === id);
  if (!tile?.shape.length) return html`<${Icon} item=${id} />`;
  const rows = tile.shape;
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [[x, y]] : [])));
  const middle = cells.reduce((sum, [x, y]) => [sum[0] + x / cells.length, sum[1] + y / cells.length], [0, 0]);
  const nearest = cells.toSorted(
    (a, b) => Math.hypot(a[0] - middle[0], a[1] - middle[1]) - Math.hypot(b[0] - middle[0], b[1] - middle[1]),
  )[0] ?? [0, 0];
  const whole = cells.length === rows.length * rows[0].length;
  const [x, y] = whole ? [rows[0].length / 2, rows.length / 2] : [nearest[0] + 0.5, nearest[1] + 0.5];
  return html`<svg
    class="shape"
    viewBox=${`0 0 ${rows[0].length * UNIT} ${rows.length * UNIT}`}
    style=${{ width: `${rows[0].length * 0.72}em` }}
    aria-hidden="true"
  >
    ${cells.map(([a, b]) => html`<rect x=${a * UNIT + 0.4} y=${b * UNIT + 0.4} width=${UNIT - 0.8} height=${UNIT - 0.8} fill=${tile.paint} />`)}
    <text x=${x * UNIT} y=${y * UNIT + 3.4} text-anchor="middle" fill=${tile.ink}>${tile.sign}</text>
  </svg>`;
}

const KINDS = ["orange", "red", "green", "blue", "special", "filler", "resource", "weapon", "animal"];

/** @param {{ game: GameView }} props */
export function Supply({ game }) {
  const held = useStore(hand);
  const kind = (/** @type {import("./types.js").SupplyItem} */ item) => (item.kind === "good" ? item.color : item.kind);
  return html`<section class="panel supply" id="supply" aria-label=${t("supply")}>
    <header>
      <h2>${t("supply")}</h2>
      <${Fill} game=${game} />
    </header>
    <div class="groups">${KINDS.map((group) => game.supply.filter((item) => kind(item) === group))
      .filter((items) => items.length)
      .map(
        (items) => html`<ul aria-label=${t(`group_${kind(items[0])}`)}>
          ${items.map((item) => html`<${SupplyItem} key=${item.item} item=${item} held=${held?.tile === item.item} past=${game.past} />`)}
        </ul>`,
      )}</div>
    ${!game.supply.length && html`<p class="dim">${t("supply_none")}</p>`}
  </section>`;
}

/** @param {{ item: import("./types.js").SupplyItem, held: boolean, past: boolean }} props */
function SupplyItem({ item, held, past }) {
  const moves = movesAt("supply", item.item);
  const name = nameOf(item.item);
  const can = item.placeable && !past;
  const reason = can || moves.length ? "" : item.reason;
  const tips = explains(`${name} ×${item.count}`, can && t("take_help"), moves.map((move) => move.label).join(", "), reason);
  return html`<li>
    <button
      class=${`thing ${held ? "held" : ""} ${moves.length ? "wanted" : ""}`}
      data-item=${item.item}
      aria-pressed=${can ? held : null}
      aria-disabled=${can || moves.length ? null : "true"}
      ...${tips}
      onPointerDown=${(/** @type {PointerEvent} */ event) => can && !moves.length && grab(event, item.item)}
      onClick=${(/** @type {MouseEvent} */ event) => {
        if (moves.length) choose(event, name, moves, "");
        else if (!can) explain(/** @type {Element} */ (event.currentTarget), name, reason);
        else if (event.detail === 0) take(item.item);
      }}
    >
      <span class="sr">${name} ×${item.count}. ${reason}</span>
      <${Shape} tile=${item.item.replace("pregnant_", "")} />
      <b aria-hidden="true">${item.item.startsWith("pregnant_") ? "+" : ""}${item.count}</b>
    </button>
  </li>`;
}

/** @param {{ game: GameView }} props */
export function Bay({ game }) {
  const { small, large } = game.bay;
  /**
   * @param {typeof small} berths
   * @param {string[]} kinds
   */
  const row = (berths, kinds) =>
    Array.from({ length: Math.max(berths.berths, berths.ships.length) }, (_, i) => {
      const ship = berths.ships[i];
      const name = ship ? nameOf(ship.kind) : t("free_berth");
      const moves = (ship ? [ship.kind] : kinds).flatMap((kind) => movesAt("ship", kind))
        .filter((move) => (ship ? !move.text.startsWith("ship ") : move.text.startsWith("ship ")));
      const ore = ship && ship.ore + ship.slots > 0 ? t("ore_on_ship", { ore: ship.ore, slots: ship.slots }) : "";
      return html`<button
        class=${`berth ${ship ? "ship" : ""} ${moves.length ? (ship ? "wanted" : "buy") : ""}`}
        aria-disabled=${moves.length ? null : "true"}
        ...${explains(name, ore, moves.map((move) => move.label).join(", "))}
        onClick=${(/** @type {Event} */ event) => choose(event, name, moves, ship ? ore : t("no_ship_now"))}
      >
        <span class="sr">${[name, ore].filter(Boolean).join(", ")}</span>
        ${ship && html`<${Icon} item=${ship.kind} />`}
        ${ship && html`<span class="ores" aria-hidden="true">${"●".repeat(ship.ore)}${"○".repeat(ship.slots)}</span>`}
      </button>`;
    });
  return html`<section class="panel bay" aria-label=${t("bay")}>
    <h2>${t("bay")}</h2>
    <div class="berths">${row(small, ["whaling_boat"])}${row(large, ["knarr", "longship"])}</div>
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Mountains({ game }) {
  return html`<section class="panel mountains" id="mountains" aria-label=${t("mountains")}>
    <h2>${t("mountains")} <span>${t("hidden_strips", { n: game.hidden_strips })}</span></h2>
    <ol>
      ${game.strips.map((strip) => {
        const moves = movesAt("strip", strip.number);
        return html`<li class=${moves.length ? "wanted" : ""}>
          ${strip.items.map(({ item, count }, i) => {
            const here = moves.filter((move) => move.count === i + 1);
            const most = Math.max(0, ...moves.map((move) => move.count ?? 0));
            const label = t("take_from_strip", { strip: strip.number, n: i + 1 });
            const reason = moves.length && i + 1 > most ? t("at_most_items", { n: most }) : t("strips_help");
            return html`<button
              aria-disabled=${here.length ? null : "true"}
              ...${explains(here.length ? label : `${count > 1 ? `${count} ` : ""}${nameOf(item)}`, here[0]?.meaning, !here.length && reason)}
              onClick=${(/** @type {Event} */ event) => choose(event, label, here, reason)}
            >
              <span class="sr">${label} (${nameOf(item)})</span>
              <${Icon} item=${item} count=${count} />
            </button>`;
          })}
        </li>`;
      })}
    </ol>
    ${game.harvest.map((line) => html`<p>${line}</p>`)}
  </section>`;
}

/**
 * A thing on the table: a click makes its move, or says why there is none.
 * @param {{ class: string, title: string, moves: MoveView[], tips: (string | false | undefined)[], reason: string, children?: any, [more: string]: any }} props
 */
function Thing({ class: name, title, moves, tips, reason, children, ...rest }) {
  return html`<button
    ...${rest}
    class=${`${name} ${moves.length ? "wanted" : ""}`}
    aria-disabled=${moves.length ? null : "true"}
    ...${explains(title, ...tips)}
    onClick=${(/** @type {Event} */ event) => choose(event, title, moves, reason)}
  >
    ${children}
  </button>`;
}

/** Pictures of the empty exploration boards. */
const pictures = new Store(/** @type {Record<string, string>} */ ({}));

/** @param {{ game: GameView }} props */
export function Islands({ game }) {
  const drawn = useStore(pictures);
  useEffect(() => {
    void get("/api/games/boards").then((found) => pictures.set(found), () => {});
  }, []);
  return html`<section class="panel islands" id="islands" aria-label=${t("islands")}>
    <h2>${t("islands")}</h2>
    <ul>
      ${game.exploration.map((offer) => {
        const moves = movesAt("exploration", offer.board);
        const { name } = offer;
        return html`<li>
          <${Thing} class="island" title=${name} moves=${moves} tips=${[offer.text]} reason=${offer.text}>
            <${Picture} class="picture" markup=${drawn[offer.board] ?? ""} />
            <span>${name}</span><span class="sr">. ${offer.text}</span>
            <span class="price" aria-hidden="true"><b>${offer.points}</b>${offer.silver > 0 && html`<${Icon} item="silver" count=${offer.silver} />`}</span>
          <//>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Specials({ game }) {
  return html`<section class="panel specials" aria-label=${t("specials")}>
    <h2>${t("specials")}</h2>
    <ul>
      ${game.specials.map(({ item }) => {
        const moves = movesAt("special", item);
        const name = nameOf(item);
        return html`<li>
          <${Thing} class="thing" title=${name} moves=${moves} tips=${[...moves.map((move) => move.meaning || move.label), !moves.length && t("specials_help")]} reason=${t("specials_help")}>
            <span class="sr">${name}</span><${Shape} tile=${item} />
          <//>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Cards({ game }) {
  /** @param {import("./types.js").CardView[]} cards */
  const row = (cards) =>
    html`<ul>
      ${cards.map((card) => {
        const moves = movesAt("card", card.number);
        const title = `${card.id} ${card.name}`;
        const about = `${card.kind}, ${t("card_points", { n: card.points })}`;
        return html`<li>
          <${Thing} class=${`card ${card.where}`} data-card=${card.number} title=${title} moves=${moves} tips=${[about, card.text, card.note, card.now]} reason=${`${about}. ${card.text} ${card.now}`}>
            <b>${card.id}</b> ${card.name}<span class="sr">, ${about}. ${card.text} ${card.now}</span>
          <//>
        </li>`;
      })}
      ${!cards.length && html`<li class="dim">${t("nothing")}</li>`}
    </ul>`;
  return html`<section class="panel cards" id="cards" aria-label=${t("cards")}>
    <div><h2>${t("cards_in_hand")}</h2>${row(game.hand)}</div>
    <div><h2>${t("cards_in_play")}</h2>${row(game.played)}</div>
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Table({ game }) {
  const { covered, cells, servings } = game.banquet;
  return html`<section class="panel feasting" aria-label=${t("banquet")}>
    <h2>${t("banquet")}</h2>
    <${Banquet} covered=${covered} cells=${cells} servings=${servings} ships=${game.bay.emigrated.map((ship) => ship.kind)} />
  </section>`;
}

/** @param {{ game: GameView }} props */
export function Score({ game }) {
  return html`<section class="panel sheet" id="score" aria-label=${t("score_sheet")}>
    <h2>${t(game.over ? "score" : "score_now")}</h2>
    <dl>
      ${game.sheet.map(
        ({ name, points }) => html`<div class=${points ? "" : "zero"}>
          <dt>${name}</dt>
          <dd>${signed(points)}</dd>
        </div>`,
      )}
      <div class="total"><dt>${t("total")}</dt><dd>${signed(game.score)}</dd></div>
    </dl>
  </section>`;
}
