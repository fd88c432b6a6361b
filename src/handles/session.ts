import type { SessionHandle, SessionOptions, SessionResult } from "../api/session.ts";
import { checkOptions, checkSignal } from "../domain/arguments.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { findScope } from "../store/scopes.ts";
import { findSession } from "../store/sessions.ts";
import { SESSION_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";

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
  const handle: SessionHandle = {
    id,
    async end(options) {
      const ended = await isOpen();
      return { ended, ...(await fire("session_end", "end()", options)) };
    },
    compress: (options) => fire("compress", "compress()", options),
    heartbeat: (options) => fire("heartbeat", "heartbeat()", options),
  };
  return checked(handle, SESSION_CALLS);
}
