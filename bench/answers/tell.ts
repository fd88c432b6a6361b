/** Tells a share of the claims: `node tell.ts FILE SHARE SHARES TOGETHER`, and prints how each of them ended. */
import { openWith } from "../ratios/database.ts";
import { toldClaims } from "./told.ts";

const [file = "", ...numbers] = process.argv.slice(2);
const [share = 0, shares = 1, together = 1] = numbers.map(Number);
const START = Date.parse("2026-06-01T12:00:00Z");
const MINUTE = 60_000;

let at = START;
const memoir = await openWith(file, { now: () => new Date(at) });
const scope = memoir.scope("user:told");
const claims = toldClaims().filter(({ person }) => person % shares === share);
const outcomes: Record<string, number> = {};
for (let from = 0; from < claims.length; from += together) {
  at += MINUTE;
  const some = claims.slice(from, from + together);
  for (const { outcome } of await Promise.all(some.map(({ text }) => scope.remember(text))))
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}
await memoir.close();
console.log(JSON.stringify(outcomes));
