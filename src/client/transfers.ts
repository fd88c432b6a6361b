import { formatScope, parseScope, type ScopeInput } from "../domain/scope.ts";
import type { Transfers } from "../handles/transfers.ts";
import type { ImportSource } from "../transfer/input-lines.ts";
import type { Transport } from "./transport.ts";

const NDJSON = { "content-type": "application/x-ndjson" };

/** Export and import through a server; files pass in pieces, both ways. */
export function remoteTransfers({ send, stream }: Transport): Transfers {
  return {
    export: ({ scopes, signal } = {}) =>
      stream("GET", "/api/ltm/export", { query: { scope: scopes?.map((scope) => text(scope)) }, signal }),
    import: (source, { dryRun, signal } = {}) =>
      send("POST", "/api/ltm/import", {
        query: { dry_run: dryRun },
        body: streamOf(source),
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

function streamOf(source: ImportSource): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of source) yield typeof piece === "string" ? encoder.encode(piece) : piece;
  };
  return ReadableStream.from(pieces()) as ReadableStream<Uint8Array>;
}
