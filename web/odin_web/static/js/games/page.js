/** The page of solo games: the list, or the table of the game that the address names. */

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { GamesList } from "./list.js";
import { GameTable } from "./table.js";

const named = () => decodeURIComponent(location.hash.slice(1));

export function GamesPage() {
  const [game, setGame] = useState(named());
  useEffect(() => {
    const onHash = () => setGame(named());
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  return game ? html`<${GameTable} key=${game} id=${game} />` : html`<${GamesList} />`;
}
