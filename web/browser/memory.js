/** A worker that keeps what later visits begin with. */

import { keep } from "./load.js";

onmessage = ({ data: [files, modules] }) => keep(files, modules).finally(close);
