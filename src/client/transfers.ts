import type { ImportOptions, ImportSource, Transfers } from "../api/transfers.ts";
import { formatScope, parseScope, type ScopeInput } from "../domain/scope.ts";
import type { Transport } from "./transport.ts";

const NDJSON = { "content-type": "application/x-ndjson" };

/** Export and import through a server; files pass in pieces, both ways. */
export function remoteTransfers({ send, stream }: Transport): Transfers {
  return {
    export: ({ scopes, signal } = {}) =>
      stream("GET", "/api/ltm/export", { query: { scope: scopes?.map((scope) => text(scope)) }, signal }),
    import: (source, { dryRun, signal, onProgress } = {}) =>
      send("POST", "/api/ltm/import", {
        query: { dry_run: dryRun },
        body: streamOf(counted(source, onProgress)),
        headers: NDJSON,
        signal,
      }),
    importForeign: (format, source, { dryRun, scope, trust, flush, signal } = {}) =>
      send("POST", "/api/ltm/import", {
        query: {
          format,
          dry_run: dryRun,
          scope: scope === undefined ? undefined : text(scope),
          trust,
          flush,
        },
        body: streamOf(source),
        headers: NDJSON,
        signal,
      }),
  };
}

function text(scope: ScopeInput): string {
  return formatScope(parseScope(scope));
}

/** What was sent is checked there as it comes. */
async function* counted(
  source: ImportSource,
  onProgress: ImportOptions["onProgress"],
): AsyncGenerator<string | Uint8Array, void, void> {
  let lines = 0;
  for await (const piece of source) {
    yield piece;
    const text = typeof piece === "string" ? piece : new TextDecoder().decode(piece);
    lines += text.split("\n").length - 1;
    onProgress?.({ step: "check", lines });
  }
}

function streamOf(source: ImportSource): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of source) yield typeof piece === "string" ? encoder.encode(piece) : piece;
  };
  return ReadableStream.from(pieces()) as ReadableStream<Uint8Array>;
}
