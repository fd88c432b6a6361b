import type { Principal } from "../domain/api-key.ts";
import type { Change } from "../domain/change.ts";
import { MemoirError } from "../domain/errors.ts";
import { formatScope, parseScope } from "../domain/scope.ts";
import type { FaceSettings, MemoirFace } from "../handles/face.ts";
import type { PresetName } from "../presets/index.ts";
import { remoteChanges } from "./changes.ts";
import { remoteOperator } from "./operator.ts";
import { remoteScope } from "./scope.ts";
import { createTransport, notOurs } from "./transport.ts";

export interface ConnectOptions {
  /** `http://127.0.0.1:7411` */
  url: string;
  /** A key of `memoir keys create`. */
  key: string;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

/** What a server says of itself and of the key. */
export interface ServerInfo {
  readonly version: string;
  readonly preset: PresetName;
  readonly key: Omit<Principal, "keyId">;
  readonly settings: FaceSettings;
}

/** A server that is used like an engine. */
export interface MemoirClient extends MemoirFace {
  readonly server: ServerInfo;
}

/** Connects to a server; fails at once where there is none or the key is no good. */
export async function connectMemoir({
  url,
  key,
  fetch: send = fetch,
}: ConnectOptions): Promise<MemoirClient> {
  const transport = createTransport({ url, key, fetch: send });
  const server = await transport.send<ServerInfo>("GET", "/api/ltm/info");
  if (typeof server.key?.tenant !== "string") throw notOurs(new URL(url), 200);
  const { tenant } = server.key;
  const own = (wanted: string | undefined): string => {
    if (wanted === undefined || wanted === tenant) return tenant;
    throw new MemoirError("not_allowed", `This key opens the tenant ${tenant} and no other.`, {
      details: { tenant: wanted },
    });
  };
  const close = async (): Promise<void> => undefined;
  return {
    server,
    settings: server.settings,
    preset: server.preset,
    scope: (scope, { tenant: wanted, agent, thread } = {}) =>
      remoteScope(transport, server.settings, own(wanted), {
        scope: formatScope(parseScope(scope)),
        agent,
        thread,
      }),
    operator: (wanted) => remoteOperator(transport, own(wanted)),
    changes: (options = {}): AsyncGenerator<Change, void, void> => {
      own(options.tenant);
      return remoteChanges(transport, options);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
