import { calibrate } from "./calibrate.ts";
import { embed } from "./embed.ts";
import { jobs } from "./jobs.ts";
import { print } from "./support.ts";
import { writes } from "./writes.ts";

const BENCHES = { writes, jobs, embed, calibrate };

const name = process.argv[2] ?? "writes";
const bench = BENCHES[name as keyof typeof BENCHES];
if (bench === undefined) {
  console.error(`There is no benchmark "${name}"; there are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
const figures = await bench();
if (process.argv.includes("--json")) console.log(JSON.stringify(figures, null, 2));
else print(figures);
