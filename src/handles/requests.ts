import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import type { BegunRequest, EndRequestArgs } from "../store/writes/requests.ts";

/** Which request it is: whose, under which key of its own, and what it says. Hashes, where they would tell something. */
export interface RequestKey {
  readonly caller: string;
  readonly name: string;
}

/** For transports: a repeated request must not be carried out twice. Answers are kept for `retention.answerHours`. */
export interface RequestsHandle {
  /**
   * Says whether to carry it out. What nobody has answered within a minute may be done again where that is `harmless`.
   */
  begin(which: RequestKey, request: string, options: { harmless: boolean }): Promise<BegunRequest>;
  /** Says what came of it. */
  end(which: RequestKey, outcome: EndRequestArgs["outcome"]): Promise<void>;
}

const WAIT_MS = 60_000;
const HOUR = 3_600_000;

export function requestsOf(engine: Engine, tenant: string): RequestsHandle {
  const checked = ({ caller, name }: RequestKey): RequestKey & { tenant: string } => {
    engine.use();
    return { tenant, caller: checkId(caller, "caller"), name: checkId(name, "name") };
  };
  return {
    begin: async (which, request, { harmless }) =>
      engine.store.write("beginRequest", {
        ...checked(which),
        request: checkId(request, "request"),
        at: engine.now(),
        waitMs: WAIT_MS,
        keepMs: engine.settings.retention.answerHours * HOUR,
        harmless,
      }),
    end: async (which, outcome) => engine.store.write("endRequest", { ...checked(which), outcome }),
  };
}
