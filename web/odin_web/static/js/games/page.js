/** The page of solo games: the list, or the table of the game that the address names. */

import { html } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { given } from "../shared/i18n.js";
import { useStore } from "../shared/store.js";
import { GamesList } from "./list.js";
import { GameTable } from "./table.js";

export function Page() {
  const game = useStore(fragment) || given.game;
  return game ? html`<${GameTable} key=${game} id=${game} />` : html`<${GamesList} />`;
}
