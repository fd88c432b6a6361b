import type { Fleet } from "./server-fleet.ts";

export interface Asked {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Its `Idempotency-Key`. */
  readonly once?: string | undefined;
  /** Somebody else may be doing it, which is `"under way"` too. Default: false. */
  readonly mayConflict?: boolean;
}

/** The outcome of all requests. */
export interface Tally {
  /** Milliseconds that each answer took, without the tries before it. */
  readonly reads: number[];
  readonly writes: number[];
  /** Tries that a dying server left without an answer. */
  broken: number;
  /** Whatever should not have been answered. */
  readonly wrong: string[];
}

/** An error that was answered, and when the request was sent. */
export interface Failure {
  readonly asked: Asked;
  readonly code: string;
  readonly sentAt: number;
}

/** What a client takes for granted beside the death of servers. Default: nothing. */
export interface Patience {
  /** Says whether a fault explains it. */
  isExplained(failure: Failure): boolean;
  /** Resolves when it is worth another try. */
  pause(): Promise<unknown>;
}

export interface Client {
  readonly tally: Tally;
  /**
   * Sends it until it is answered, to the server whose turn it is or to the next. `"under way"`: a server that died had
   * begun it, and under its key nobody may carry it out for a minute. `"done"`: it was carried out, and its answer was
   * dropped when memories were erased. `"wrong"`: what was answered is in the tally.
   */
  send<T>(asked: Asked, turn: number): Promise<Got<T> | "under way" | "done" | "wrong">;
  /** Says whether a fault explains a recall that is not whole; else it is in the tally. */
  isExplained(failure: Failure): boolean;
}

export interface Got<T> {
  readonly answer: T;
  /** The server that answered. */
  readonly from: string;
}

interface Sent {
  readonly from: string;
  readonly status: number;
  readonly text: string;
}

/** Nothing hangs: what takes longer is wrong, also on a busy machine. */
const LONGEST_MS = 300_000;
/** Servers that die again and again are no reason to try without end. */
const TRIES = 1_000;

const NONE: Patience = { isExplained: () => false, pause: async () => undefined };

/** One client of several servers, as behind a balancer. Connections are kept open. */
export function createClient(
  fleet: Pick<Fleet, "address">,
  key: string,
  { isExplained, pause }: Patience = NONE,
  onAnswer: (asked: Asked, ms: number) => void = () => undefined,
): Client {
  const tally: Tally = { reads: [], writes: [], broken: 0, wrong: [] };
  const send = async (asked: Asked, turn: number): Promise<Sent | null> => {
    const { method, path, body, once } = asked;
    const from = await fleet.address(turn);
    try {
      const response = await fetch(`${from}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(once === undefined ? {} : { "idempotency-key": once }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      return { from, status: response.status, text: await response.text() };
    } catch (error) {
      // That is how `fetch` tells of a connection that was refused or broke.
      if (error instanceof TypeError) return null;
      tally.wrong.push(`${method} ${path}: ${String(error)}`);
      return null;
    }
  };

  return {
    tally,
    isExplained,
    async send<T>(asked: Asked, turn: number) {
      const isRead = asked.method === "GET" || asked.path === "/api/ltm/recall";
      for (let tries = 0; tries < TRIES; tries++) {
        const started = performance.now();
        const got = await send(asked, turn + tries);
        if (got === null) {
          tally.broken += 1;
          continue;
        }
        const ms = performance.now() - started;
        (isRead ? tally.reads : tally.writes).push(ms);
        onAnswer(asked, ms);
        if (got.status < 300) return { answer: JSON.parse(got.text) as T, from: got.from };
        const isRepeated = tries > 0 && asked.once !== undefined;
        if (got.status === 409 && (isRepeated || asked.mayConflict === true)) return "under way";
        if (got.status === 410 && isRepeated) return "done";
        if (isExplained({ asked, code: codeOf(got.text), sentAt: started })) {
          await pause();
          continue;
        }
        tally.wrong.push(`${asked.method} ${asked.path}: ${got.status} ${got.text}`);
        return "wrong";
      }
      tally.wrong.push(`${asked.method} ${asked.path}: no answer`);
      return "wrong";
    },
  };
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { code: string } }).error.code;
  } catch {
    return "no JSON";
  }
}
