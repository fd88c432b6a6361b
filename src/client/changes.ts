import type { ChangesOptions } from "../api/memoir.ts";
import type { Change } from "../domain/change.ts";
import { refuse, scopeText } from "./request.ts";
import { revive } from "./revive.ts";
import type { Transport } from "./transport.ts";

/** The live feed of a server. A connection that breaks ends it with an error; the last cursor goes on from there. */
export async function* remoteChanges(
  { stream }: Transport,
  options: ChangesOptions,
): AsyncGenerator<Change, void, void> {
  refuse(options, "pollMs", "changes()", "the server looks for changes of other processes once a second.");
  const { scope, since, signal } = options;
  const query = { scope: scope === undefined ? undefined : scopeText(scope), since };
  try {
    for await (const data of messages(stream("GET", "/api/ltm/changes", { query, signal })))
      yield revive(JSON.parse(data)) as Change;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

/** The data of each message of a stream of server-sent events. */
async function* messages(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = "";
  for await (const piece of pieces) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice("data:".length).trimStart());
      if (data.length > 0) yield data.join("\n");
    }
  }
}
