import type { ChangesOptions } from "../api/memoir.ts";
import type { ImportOptions, Transfers } from "../api/transfers.ts";
import {
  checkOneOf,
  checkSource,
  FOREIGN_FORMATS,
  type ImportSource,
  notReadable,
} from "../domain/arguments.ts";
import type { Change } from "../domain/change.ts";
import { refuse, scopeText } from "./request.ts";
import { revive } from "./revive.ts";
import type { ApiRequest, Transport } from "./transport.ts";

const NDJSON = { "content-type": "application/x-ndjson" };

/** Export and import through a server; files pass in pieces, both ways. */
export function remoteTransfers({ send, stream }: Transport): Transfers {
  /** An error while reading the source is reported as the source's, not the server's. */
  const upload = async <T>(
    source: ImportSource,
    request: Pick<ApiRequest, "query" | "signal">,
    onProgress?: ImportOptions["onProgress"],
  ): Promise<T> => {
    const body = upstream(checkSource(source), onProgress);
    try {
      return await send<T>("POST", "/api/ltm/import", { ...request, body: body.stream, headers: NDJSON });
    } catch (error) {
      throw body.failure() ?? error;
    }
  };
  return {
    export: ({ scopes, signal } = {}) =>
      stream("GET", "/api/ltm/export", { query: { scope: scopes?.map(scopeText) }, signal }),
    import: (source, { dryRun, signal, onProgress } = {}) =>
      upload(source, { query: { dry_run: dryRun }, signal }, onProgress),
    importForeign: async (format, source, { dryRun, scope, trust, flush, signal } = {}) => {
      const query = {
        format: checkOneOf(format, FOREIGN_FORMATS, "format"),
        dry_run: dryRun,
        scope: scope === undefined ? undefined : scopeText(scope),
        trust,
        flush,
      };
      return upload(source, { query, signal });
    },
  };
}

interface Upstream {
  readonly stream: ReadableStream<Uint8Array>;
  failure(): unknown;
}

/** The source as the body of a request. The server checks lines as they arrive, so progress counts the lines sent. */
function upstream(source: ImportSource, onProgress: ImportOptions["onProgress"]): Upstream {
  const pieces = bytesOf(source);
  let lines = 0;
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done === true) return controller.close();
        controller.enqueue(value);
        if (onProgress === undefined) return;
        for (const byte of value) if (byte === NEWLINE) lines += 1;
        onProgress({ step: "check", lines });
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return();
    },
  });
  return { stream, failure: () => failure };
}

const NEWLINE = 10;

async function* bytesOf(source: ImportSource): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const piece of source) {
    if (typeof piece !== "string" && !((piece as unknown) instanceof Uint8Array)) throw notReadable(piece);
    yield typeof piece === "string" ? encoder.encode(piece) : piece;
  }
}

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

/** Yields whenever a conversation on a server has changed. A connection that breaks ends it with an error. */
export async function* remoteConversation(
  { stream }: Transport,
  query: { readonly scope: string | undefined; readonly agent: string | undefined },
  signal: AbortSignal | undefined,
): AsyncGenerator<void, void, void> {
  try {
    for await (const _ of messages(stream("GET", "/api/ltm/conversation/changes", { query, signal }))) yield;
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
