/**
 * Reads what some scopes have pending until nothing is left, failing and beginning again as often as it must:
 * `node extraction-child.ts DATABASE URL SCOPE…`, with the URL of a model. Prints a line before each reading.
 */
import { openMemoir } from "../../src/index.ts";
import { EXTRACTION, MODEL, now } from "./extraction-settings.ts";

const [database = ":memory:", url = "", ...scopes] = process.argv.slice(2);
process.env.MEMOIR_MODEL_BASE_URL = url;
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false, settings: EXTRACTION },
  ...{ model: MODEL, now },
});
for (let left = new Set(scopes); left.size > 0; ) {
  for (const scope of left) {
    process.stdout.write("reading\n");
    try {
      await memoir.scope(scope).flush();
      left.delete(scope);
    } catch {
      // The model's bad moments: the events wait.
    }
  }
}
await memoir.close();
