/**
 * Measures one part: `node --expose-gc measure.ts PART [bench options]`. Each part runs in a separate process, so that
 * compiled code and garbage of one do not affect the next. With a channel to its parent it answers there.
 */
import { benchCache } from "../cache.ts";
import { benchOptions } from "../options.ts";
import type { Measured } from "./context.ts";
import { PARTS, type PartName } from "./parts.ts";
import { rowLines } from "./row.ts";

const [name, ...args] = process.argv.slice(2);
const options = benchOptions(args);
const measured = await PARTS[name as PartName]({
  cache: benchCache(options.cache),
  rebuild: options.rebuild,
  rows: options.rows,
  progress: (what) => {
    process.stderr.write(`${name}: ${what}\n`);
  },
});
const { rows, skipped }: Measured = "rows" in measured ? measured : { rows: measured, skipped: [] };
if (process.send === undefined) console.log([...rowLines(rows), ...skipped].join("\n"));
else process.send({ rows, skipped }, () => process.disconnect());
