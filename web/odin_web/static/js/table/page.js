/** The page of a table as it stands: entered by taps, with advice beside it. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { EFFORTS, EffortChoice, Lines, advice } from "../games/coach.js";
import { Glyphs, Icon, nameOf } from "../games/icons.js";
import { Tip } from "../games/pop.js";
import { ActionBoard } from "../games/spaces.js";
import { AddBoard, Boards, WhichRound } from "../position/boards.js";
import { Check, Search, Select, Stepper } from "../shared/controls.js";
import { FileButton, saveFile, useFiles } from "../shared/files.js";
import { begin as beginPosition, canRedo, canUndo, inOrder, redo, undo, view } from "../position/state.js";
import { table } from "../position/table.js";
import { Tray } from "../position/tray.js";
import { t } from "../shared/i18n.js";
import { Menu } from "../shared/menu.js";
import { components } from "../shared/page.js";
import { useStore } from "../shared/store.js";
import { Tabs, useTab } from "../shared/tabs.js";
import { HandBar, useHand } from "../tiles/board.js";
import { around, ask, begin, clear, defaults, edit, faults, harvest, openTable, parts, playOn, search, standing, tableFile, tap, vikingsLeft } from "./state.js";

/** @import { TableParts } from "../games/types.js" */

/** What tabs show. */
const PARTS = ["actions", "boards", "supply", "what_now"];

/** Fields of which each part of the page shows the faults; the advice shows those of no part. */
const FIELDS = {
  facts: ["game", "round", "phase", "players", "penalties", "occupations", "islands"],
  harvest: ["harvest", "harvest_profile", "marker", "markers_gone", "tokens", "tokens_gone"],
  spaces: ["used", "blocked", "vikings"],
  boards: ["boards", "supply"],
  strips: ["strips", "hidden_strips"],
  ships: ["ships"],
  others: ["copy_tiles", "copied", "others"],
  held: ["discards", "weapon_pile"],
  cards: ["hand", "played", "cards_gone"],
  gone: ["gone", "exploration"],
};

/** The part of the page to which a fault belongs. @param {string} fault */
function partOf(fault) {
  const fields = fault.split(": ")[0].split(", ").map((field) => field.split(/[.[]/)[0]);
  return Object.entries(FIELDS).find(([, known]) => fields.some((field) => known.includes(field)))?.[0] ?? "";
}

/** Faults of a part of the page. @param {{ part: string }} props */
function Faults({ part }) {
  const here = (useStore(faults) ?? []).filter((fault) => partOf(fault) === part);
  return here.length > 0 && html`<ul class="violations">${here.map((fault) => html`<li>${fault}</li>`)}</ul>`;
}

/** @param {{ part: keyof typeof FIELDS, title: string, children: any }} props */
function Part({ part, title, children }) {
  return html`<section class=${`panel part-${part}`} aria-label=${title}>
    <h2>${title}</h2>
    <${Faults} part=${part} />
    ${children}
  </section>`;
}

/** Without one of them, or else with it. @template T @param {T[]} list @param {T} one */
const toggled = (list, one) => (list.includes(one) ? list.filter((each) => each !== one) : [...list, one]);

/** Buttons, some of which are pressed. @param {{ label?: string, options: [any, string][], chosen: any[], choose: (each: any) => void }} props */
const Chips = ({ label, options, chosen, choose }) => html`<div class="chips" role=${label && "group"} aria-label=${label}>
  ${options.map(([each, name]) => html`<button aria-pressed=${chosen.includes(each)} onClick=${() => choose(each)}>${name}</button>`)}
</div>`;

export function Page() {
  const shown = useStore(view);
  const all = useStore(parts);
  const [tab, show] = useTab("actions");
  useStore(around);
  useHand(table);
  useEffect(() => {
    void inOrder(async () => {
      if (!view.value) await beginPosition();
      await begin();
    });
  }, []);
  useFiles((text, name = t("clipboard")) => openTable(text, name));
  if (!shown || !all) return html`<p class="hint">${t("loading")}</p>`;
  return html`
    <main class="app position tt" data-tab=${tab}>
      <${Glyphs} />
      <h1 class="sr">${t("page_table")}</h1>
      <${Toolbar} />
      <div class="field">
      <div class="table">
        <${Spaces} all=${all} />
        <section aria-label=${t("your_boards")}>
          <${Faults} part="boards" />
          <${Boards} tab=${tab} />
        </section>
      </div>
      <aside>
        <${Facts} all=${all} />
        ${around.value.harvest && html`<${Harvest} />`}
        ${(around.value.players ?? 1) > 1 && html`<${Others} />`}
        <${Strips} all=${all} />
        <${Ships} all=${all} />
        <${Held} all=${all} />
        <${Cards} all=${all} />
        <${Gone} />
      </aside>
      </div>
      <${WhatNow} />
      <${Tray} all=${true} />
      <${HandBar} />
      <${Tabs} names=${PARTS} tab=${tab} show=${show} />
      <${Tip} />
      <${Menu} />
    </main>
  `;
}

function Toolbar() {
  return html`<div class="toolbar" role="toolbar" aria-label=${t("page_table")}>
    <${AddBoard} />
    <button onClick=${undo} disabled=${!canUndo()} title="Ctrl+Z">${t("undo")}</button>
    <button onClick=${redo} disabled=${!canRedo()} title="Ctrl+Y">${t("redo")}</button>
    <button onClick=${clear}>${t("new")}</button>
    <${FileButton} label=${t("open_file")} open=${openTable} />
    <button onClick=${() => saveFile(tableFile(), "table.json")}>${t("save_file")}</button>
    <button onClick=${playOn} disabled=${useStore(faults)?.length !== 0}>${t("play_on")}</button>
  </div>`;
}

/** @param {{ all: TableParts }} props */
function Spaces({ all }) {
  const [list, setList] = useState(/** @type {"used" | "blocked"} */ ("used"));
  const { used, blocked, vikings = vikingsLeft(), players = 1, without = [] } = around.value;
  const before = players > 1 ? "space_others" : "space_before";
  const mine = new Map(used.map((each) => [standing(each).id, standing(each).vikings]));
  const spaces = all.spaces.map((space) => ({
    ...space,
    placed: mine.get(space.id) ?? 0,
    blocked: blocked.includes(space.id),
    reason: without.includes(space.id) ? t("space_closed") : null,
    mark: mine.has(space.id) ? `${t("space_mine")}.` : blocked.includes(space.id) ? `${t(before)}.` : "",
  }));
  /** @type {typeof import("../games/state.js").movesAt} */
  const find = (_, id) => {
    const space = spaces.find((each) => each.id === id);
    return space && !space.reason ? [/** @type {any} */ ({ label: space.name, act: () => tap(space, list) })] : [];
  };
  return html`<${Part} part="spaces" title=${t("spaces_used")}>
    <div class="choices" role="radiogroup" aria-label=${t("spaces_tapped")}>
      ${/** @type {const} */ (["used", "blocked"]).map(
        (each) => html`<${Check} type="radio" name="list" checked=${list === each} onChange=${() => setList(each)} label=${t(each === "used" ? "space_mine" : before)} />`,
      )}
      <${Stepper} label=${t("vikings_not_placed")} value=${vikings} set=${(/** @type {number} */ n) => edit({ vikings: n })} />
    </div>
    ${players === 1 && !blocked.length && (view.value?.position.round ?? 0) > 1 && html`<p class="hint">${t("spaces_before_missing")}</p>`}
    <div class="gametable"><${ActionBoard} game=${{ spaces, over: false }} find=${find} /></div>
  <//>`;
}

/** @param {{ all: TableParts }} props */
function Facts({ all }) {
  const { position } = /** @type {import("../types.js").PositionView} */ (view.value);
  const { phase = "actions", players = 1, penalties = 0, occupations = "none", hand, played, cards_gone, islands = false, harvest: withHarvest = false } = around.value;
  const dealt = hand.length + played.length + cards_gone.length > 0;
  return html`<${Part} part="facts" title=${t("the_game")}>
    <div class="choices">
      <${WhichRound} position=${position} />
      <${Select} label=${t("phase")} value=${phase} options=${all.phases.map((each) => [each, t(`phase_${each.replaceAll(" ", "_")}`)])} choose=${(/** @type {string} */ each) => edit({ phase: each })} />
      <${Select} label=${t("players")} value=${players} options=${[1, 2, 3, 4].map((n) => [n, n])} choose=${(/** @type {string} */ n) => edit({ players: Number(n), others: undefined, copy_tiles: undefined, copied: undefined })} />
    </div>
    <${Check} label=${t("with_cards")} checked=${dealt || occupations !== "none"} disabled=${dealt} onChange=${() => edit({ occupations: occupations === "none" ? "implemented" : undefined })} />
    <${Check} label=${t("with_islands")} checked=${islands} onChange=${() => edit({ islands: !islands })} />
    <${Check} label=${t("with_harvest")} checked=${withHarvest} onChange=${() => edit({ harvest: !withHarvest, harvest_profile: undefined, ...NO_MARKERS })} />
    <${Stepper} label=${t("thing_penalties")} value=${penalties} set=${(/** @type {number} */ n) => edit({ penalties: n })} />
  <//>`;
}

const NO_MARKERS = { marker: undefined, markers_gone: undefined, tokens: undefined, tokens_gone: undefined };

/** The markers and resource tokens of Harvest. */
function Harvest() {
  const found = useStore(harvest);
  const { marker = 0, markers_gone = [], tokens = [], tokens_gone = [], players = 1 } = around.value;
  const markers = found?.markers.map((text, at) => /** @type {[number, string]} */ ([at + 1, text])) ?? [];
  /** @param {"markers_gone" | "tokens" | "tokens_gone"} field @param {string} title @param {string[]} texts @param {number[]} others those that lie elsewhere */
  const chips = (field, title, texts, others) => {
    const chosen = around.value[field] ?? [];
    const free = texts.map((text, at) => /** @type {[number, string]} */ ([at + 1, text])).filter(([number]) => chosen.includes(number) || !others.includes(number));
    return html`<h3>${t(title)}</h3>
      <${Chips} label=${t(title)} options=${free} chosen=${chosen} choose=${(/** @type {number} */ number) => edit({ [field]: toggled(chosen, number).toSorted((a, b) => a - b) })} />`;
  };
  return html`<${Part} part="harvest" title=${t("harvest_markers")}>
    ${found?.note && html`<p class="hint">${found.note}</p>`}
    ${found &&
    markers.length > 0 &&
    html`<${Select}
        label=${t("marker_face_up")}
        value=${marker}
        options=${[[0, t("marker_none")], ...markers]}
        choose=${(/** @type {string} */ n) => edit(Number(n) ? { marker: Number(n), markers_gone: markers_gone.filter((each) => each !== Number(n)) } : NO_MARKERS)}
      />
      ${marker > 0 && [
        chips("markers_gone", "markers_before", found.markers, [marker]),
        chips("tokens", "tokens_mine", found.tokens, tokens_gone),
        players > 1 && chips("tokens_gone", "tokens_others", found.tokens, tokens),
      ]}`}
  <//>`;
}

/** What others did that no space shows. */
function Others() {
  const { players = 1, copy_tiles = [], copied = [], others = useStore(defaults)?.others ?? 0 } = around.value;
  /** Of each pair of columns one has a tile. @param {number} column */
  const lay = (column) => edit({ copy_tiles: [...copy_tiles.filter((each) => each > 2 !== column > 2), column].toSorted(), copied: undefined });
  /** @param {number} column */
  const use = (column) => edit({ copied: toggled(copied, column) });
  const named = (/** @type {number[]} */ columns, /** @type {string} */ words) => columns.map((column) => [column, t(words, { column })]);
  return html`<${Part} part="others" title=${t("the_others")}>
    <${Stepper} label=${t("vikings_of_others")} value=${others} set=${(/** @type {number} */ n) => edit({ others: n })} />
    ${players === 4 && html`<${Chips} options=${named([1, 2, 3, 4], "copy_tile")} chosen=${copy_tiles} choose=${lay} /><${Chips} options=${named(copy_tiles, "copy_tile_used")} chosen=${copied} choose=${use} />`}
  <//>`;
}

/** @param {{ all: TableParts }} props */
function Strips({ all }) {
  const { left } = around.value;
  /** @param {number} number @param {number} count */
  function choose(number, count) {
    const { [number]: before, ...others } = left;
    edit({ left: before === count ? others : { ...others, [number]: count }, hidden_strips: undefined });
  }
  return html`<${Part} part="strips" title=${t("mountains")}>
    <p class="hint">${t("strips_tapped")} ${!Object.keys(left).length && t("strips_none")}</p>
    <ol class="strips">
      ${all.strips.map((items, at) => {
        const number = at + 1;
        return html`<li class=${left[number] ? "open" : ""}>
          ${items.map(({ item, count }, i) => {
            const rest = items.length - i;
            return html`<button
              class=${rest > (left[number] ?? 0) ? "taken" : ""}
              aria-pressed=${left[number] === rest}
              aria-label=${t("strip_left", { strip: number, n: rest, item: nameOf(item) })}
              onClick=${() => choose(number, rest)}
            >
              <${Icon} item=${item} count=${count} />
            </button>`;
          })}
        </li>`;
      })}
    </ol>
  <//>`;
}

const SHIPS = /** @type {const} */ ([
  ["whaling_boats", "whaling_boat", "small"],
  ["longships", "longship", "large"],
]);

/** @param {{ all: TableParts }} props */
function Ships({ all }) {
  const { ships } = around.value;
  /** @param {Record<string, any>} more */
  const put = (more) => edit({ ships: { ...ships, ...more } });
  const emigrated = /** @type {string[]} */ (ships.emigrated ?? []);
  return html`<${Part} part="ships" title=${t("ships_and_ore")}>
    ${SHIPS.map(([field, kind, size]) => {
      const loads = /** @type {number[]} */ (ships[field] ?? []);
      const most = all.berths[size];
      return html`<${Stepper} label=${nameOf(kind)} value=${loads.length} most=${most} set=${(/** @type {number} */ n) => put({ [field]: [...loads, 0].slice(0, n) })} />
        ${loads.map(
          (load, at) => html`<${Stepper}
            label=${t("ore_laid_on", { ship: nameOf(kind), number: at + 1 })}
            value=${load}
            most=${all.ore[kind]}
            set=${(/** @type {number} */ n) => put({ [field]: loads.with(at, n) })}
          />`,
        )}`;
    })}
    <${Stepper} label=${nameOf("knarr")} value=${ships.knarrs ?? 0} most=${all.berths.large} set=${(/** @type {number} */ knarrs) => put({ knarrs })} />
    ${["knarr", "longship"].map((kind) => {
      const others = emigrated.filter((each) => each !== kind);
      const count = emigrated.length - others.length;
      return html`<${Stepper} label=${t("emigrated", { ship: nameOf(kind) })} value=${count} set=${(/** @type {number} */ n) => put({ emigrated: [...others, ...Array(n).fill(kind)] })} />`;
    })}
  <//>`;
}

/** @param {{ all: TableParts }} props */
function Held({ all }) {
  const { supply, discards } = around.value;
  return html`<${Part} part="held" title=${t("weapons_in_hand")}>
    ${all.held.map(
      (item) => html`<${Stepper} label=${nameOf(item)} value=${supply[item] ?? 0} set=${(/** @type {number} */ n) => edit({ supply: { ...supply, [item]: n } })} />`,
    )}
    <h3>${t("discards")}</h3>
    ${all.weapons.map(
      (item) => html`<${Stepper} label=${t("discarded", { item: nameOf(item) })} value=${discards[item] ?? 0} set=${(/** @type {number} */ n) => edit({ discards: { ...discards, [item]: n }, weapon_pile: undefined })} />`,
    )}
  <//>`;
}

/** @param {{ all: TableParts }} props */
function Cards({ all }) {
  const [sought, seek] = useState("");
  const { hand, played, cards_gone, players = 1, harvest: withHarvest } = around.value;
  const taken = new Set([...hand, ...played, ...cards_gone]);
  const wanted = sought.trim().toLowerCase();
  const begins = (/** @type {{ id: string }} */ card) => Number(card.id.toLowerCase().startsWith(wanted));
  const fitting = all.cards
    .filter(({ number, id, name }) => wanted && !taken.has(number) && `${id} ${name}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a));
  const leaves = withHarvest && view.value?.position.game === "short";
  const out = players > 1 ? "cards_of_others" : "card_not_kept";
  const lists = /** @type {const} */ ([["hand", "cards_in_hand"], ["played", "cards_in_play"], ["cards_gone", out]]).slice(0, players > 1 || leaves || cards_gone.length ? 3 : 2);
  /** @param {"hand" | "played" | "cards_gone"} list @param {number} number */
  function take(list, number) {
    edit({ [list]: [...around.value[list], number] });
    seek("");
    document.getElementById("find-card")?.focus();
  }
  return html`<${Part} part="cards" title=${t("cards")}>
    <${Search} id="find-card" label=${t("find_card")} value=${sought} seek=${seek} />
    <ul class="found">
      ${fitting.slice(0, 6).map(
        ({ number, id, name }) => html`<li>
          <span>${id} ${name}</span>
          ${lists.map(
            ([list, text]) => html`<button data-card=${`${list} ${number}`} aria-label=${`${id} ${name}: ${t(text)}`} onClick=${() => take(list, number)}>${t(text)}</button>`,
          )}
        </li>`,
      )}
    </ul>
    ${lists.map(
      ([list, text]) => around.value[list].length > 0 &&
        html`<h3>${t(text)}</h3>
          <div class="chips">
            ${around.value[list].map((number) => {
              const card = all.cards.find((each) => each.number === number);
              const name = card ? `${card.id} ${card.name}` : String(number);
              return html`<button title=${card?.text} aria-label=${t("put_away", { card: name })} onClick=${() => edit({ [list]: around.value[list].filter((each) => each !== number) })}>
                ${name} ✕
              </button>`;
            })}
          </div>`,
    )}
  <//>`;
}

function Gone() {
  const { boards: printed = [], tiles = [] } = components.value ?? {};
  const { gone, exploration, players = 1, without = [] } = around.value;
  const silver = { ...useStore(defaults)?.exploration, ...exploration };
  const names = Object.fromEntries(printed.filter(({ kind }) => kind === "exploration").map(({ id, name }) => [id, name]));
  const buildings = printed.filter(({ kind }) => kind === "building");
  const isBuilding = (/** @type {string} */ id) => buildings.some((each) => each.id === id);
  const boards = Object.entries(names).filter(([id]) => !without.includes(id));
  const known = [...boards, ...tiles.filter(({ kind }) => kind === "special").map(({ id }) => [id, nameOf(id)])];
  return html`<${Part} part="gone" title=${t("gone")}>
    <${Chips} options=${known} chosen=${gone} choose=${(/** @type {string} */ id) => edit({ gone: toggled(gone, id) })} />
    ${(players > 1 || gone.some(isBuilding)) &&
    buildings.map(({ id, name, copies }) => {
      const count = gone.filter((each) => each === id).length;
      return html`<${Stepper} label=${t("built_by_others", { building: name })} value=${count} most=${copies} set=${(/** @type {number} */ n) => edit({ gone: [...gone.filter((each) => each !== id), ...Array(n).fill(id)] })} />`;
    })}
    ${Object.entries(silver).map(
      ([id, count]) => html`<${Stepper} label=${t("silver_on", { board: names[id] })} value=${count} step=${2} set=${(/** @type {number} */ n) => edit({ exploration: { ...exploration, [id]: n } })} />`,
    )}
  <//>`;
}

function WhatNow() {
  const found = useStore(advice);
  const wrong = useStore(faults);
  const [effort, setEffort] = useState(EFFORTS[0]);
  const running = useStore(search.state).state !== "idle";
  return html`<section class="panel drawer" aria-label=${t("what_now")}>
    <h2>${t("what_now")}</h2>
    <${Faults} part="" />
    ${wrong && wrong.length > 0 && html`<p class="hint">${t("table_not_ready", { n: wrong.length })}</p>`}
    <div class="choices">
      <${EffortChoice} chosen=${effort} choose=${setEffort} />
      ${running
        ? html`<button onClick=${() => search.stop()}>${t("stop")}</button>`
        : html`<button class="primary" data-testid="what-now" disabled=${wrong?.length !== 0} onClick=${() => ask(effort)}>${t("what_now")}</button>`}
    </div>
    <${Lines} found=${found} task=${search} />
    ${found && (around.value.players ?? 1) > 1 && html`<p class="hint">${parts.value?.others}</p>`}
  </section>`;
}
