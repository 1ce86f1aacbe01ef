/** The front door: the puzzle and the game of the day, advice at a real table, what was begun. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Today, load as loadChallenges, all as challenges } from "../challenges/page.js";
import { isLink } from "../position/link.js";
import { kept } from "../position/session.js";
import { Daily, addressOf, lists, loadLists } from "../puzzles/lists.js";
import { get } from "../shared/api.js";
import { given, t } from "../shared/i18n.js";
import { attempt } from "../shared/page.js";
import { useStore } from "../shared/store.js";

/** Follow the link of a puzzle; positions had this address once, and links that hold one are still about. */
const follow = () => {
  const { hash, pathname } = location;
  if (pathname === "/" && isLink(hash)) location.replace(`/${/^#p=ODIN/i.test(hash) ? "puzzles" : "position"}${hash}`);
};
follow();
window.addEventListener("hashchange", follow);

export function Page() {
  const puzzles = useStore(lists);
  const day = useStore(challenges)?.day;
  useEffect(() => {
    void attempt(loadLists);
    void loadChallenges();
  }, []);
  return html`
    <main class="puzzles home">
      <h1>${t("home_title")}</h1>
      <p class="wrap aligned rounds">
        ${["new", "known"].map((each) => html`<button onClick=${() => guide(each)}>${t(`tour_${each}`)}</button>`)}
      </p>
      <div class="doors">
        ${puzzles ? html`<${Daily} of=${puzzles} />` : html`<section class="panel"><h2>${t("puzzle_daily")}</h2></section>`}
        ${day ? html`<${Today} day=${day} />` : html`<section class="panel"><h2>${t("ch_today")}</h2></section>`}
        <section class="panel" aria-labelledby="home-table">
          <h2 id="home-table">${t("home_table")}</h2>
          <p>${t("about_table")}</p>
          <p><a class="button primary" href="/table">${t("what_now")}</a></p>
        </section>
        <${GoOn} begun=${puzzles?.packs.flatMap((each) => each.puzzles).find((each) => each.begun)} />
      </div>
      <h2>${t("home_all")}</h2>
      <ul class="pages">
        ${Object.entries(given.pages)
          .filter(([, name]) => name !== "home")
          .map(([path, name]) => html`<li><a href=${path}><b>${t(`page_${name}`)}</b> ${t(`about_${name}`)}</a></li>`)}
      </ul>
    </main>
  `;
}

/** @param {string} name of a guided round */
const guide = async (name) => (await import("../shared/tour.js")).goTo(name, 0);

/** The game, the puzzle and the position that were left. @param {{ begun?: import("../puzzles/types.js").Entry }} props */
function GoOn({ begun }) {
  const [game, setGame] = useState(/** @type {import("../games/types.js").GameRow | undefined} */ (undefined));
  const [position] = useState(kept()[0]);
  useEffect(() => void attempt(async () => setGame((await get("/api/games")).games.find((each) => !each.broken && !each.over))), []);
  return html`
    <section class="panel" aria-labelledby="home-go-on">
      <h2 id="home-go-on">${t("home_go_on")}</h2>
      <ul>
        ${game && html`<li><a href=${`/games#${encodeURIComponent(game.game)}`}><b>${game.name}</b> ${t("round_of", { round: game.round, rounds: game.rounds })}</a></li>`}
        ${begun && html`<li><a href=${addressOf(begun.puzzle)}><b>${begun.title}</b> ${t("puzzle_begun")}</a></li>`}
        ${position && html`<li><a href="/position"><b>${t("page_position")}</b> <span translate=${false}>${position.position.title ?? ""}</span></a></li>`}
      </ul>
      ${!game && !begun && !position && html`<p>${t("home_nothing")}</p>`}
    </section>
  `;
}
