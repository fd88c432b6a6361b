import { checkOptions, checkSignal } from "../domain/arguments.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { findScope } from "../store/scopes.ts";
import { findSession } from "../store/sessions.ts";

export interface SessionOptions {
  signal?: AbortSignal;
}

/** What a call has set going. */
export interface SessionResult {
  /** How many jobs the settings' `triggers` ask for; they run in the background. */
  readonly jobs: number;
}

/** One conversation of a scope, for what only the bot can know: that it is over, was compressed, or still beats. */
export interface SessionHandle {
  readonly id: string;
  /** It is over. `ended` is false when nothing was observed in it, or when it had ended already. */
  end(options?: SessionOptions): Promise<SessionResult & { readonly ended: boolean }>;
  /** The bot has compressed its conversation. */
  compress(options?: SessionOptions): Promise<SessionResult>;
  /** A round of the bot's heartbeat is finished. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}

export function sessionOf(engine: Engine, scope: Scope, session: string): SessionHandle {
  const id = checkId(session, "session");
  const fire = async (
    trigger: "session_end" | "compress" | "heartbeat",
    call: string,
    options: SessionOptions | undefined,
  ): Promise<SessionResult> => {
    engine.use();
    checkAborted(checkSignal(checkOptions(options, call).signal));
    return { jobs: await engine.background.triggers.fire(trigger, scope, id) };
  };
  const isOpen = async (): Promise<boolean> => {
    const place = await findScope(engine.use(), scope);
    const row =
      place === undefined ? undefined : await findSession(engine.use(), scope.tenant, place.num, id);
    return row !== undefined && row.ended_at === null;
  };
  return {
    id,
    async end(options) {
      const ended = await isOpen();
      return { ended, ...(await fire("session_end", "end()", options)) };
    },
    compress: (options) => fire("compress", "compress()", options),
    heartbeat: (options) => fire("heartbeat", "heartbeat()", options),
  };
}
