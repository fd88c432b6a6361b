/** Does upkeep until it is killed: `node year-child.ts DATABASE CLOCK`. The clock is a file that holds the time. */
import { readFileSync } from "node:fs";
import { openMemoir } from "../../src/index.ts";
import { YEAR } from "./year-settings.ts";

const [database = "", clock = ""] = process.argv.slice(2);
let last = 0;
const now = (): Date => {
  // Empty while it is being written.
  last = Number(readFileSync(clock, "utf8")) || last;
  return new Date(last);
};
await openMemoir({ ...YEAR, database, now });
console.log("open");
// Background work keeps no process alive.
setInterval(() => undefined, 60_000);
