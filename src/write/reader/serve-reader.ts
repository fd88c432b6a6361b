import { parentPort, workerData } from "node:worker_threads";
import type { Said } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import { extractByRules, type Heard, nothingHeard } from "../../language/extract.ts";
import { forgetRequests } from "../../language/forget.ts";
import { mask } from "../../language/shared/mask.ts";
import type { ForgetRequest } from "../../language/shared/talk.ts";
import { type Extracted, type ExtractInput, NOTHING_READ, readApart } from "../extract/extractor.ts";
import { type BatchReading, IDLE, type Request, type Response, type WorkerData } from "./reader-thread.ts";

/**
 * The reader's side of its thread: reads one batch after the other and records the current message. It keeps the state
 * of a conversation until the main thread drops it.
 */
export function serveReader(): void {
  const port = parentPort;
  if (port === null) throw new MemoirError("internal", "The reader must run in a worker thread.");
  const { position } = workerData as WorkerData;
  const talks = new Map<string, HeardBefore>();
  const heardIn = (talk: Request["talk"]): HeardBefore | undefined => {
    if (talk === null) return undefined;
    const nothing = (): HeardBefore => ({ said: nothingHeard(), imported: nothingHeard() });
    const before = talk.goesOn ? talks.get(talk.name) : nothing();
    if (before === undefined) throw new MemoirError("internal", "Nothing is kept of this conversation.");
    return before;
  };
  const answer = async ({ said, from, talk, forget }: Request): Promise<Response> => {
    try {
      for (const name of forget) talks.delete(name);
      const before = heardIn(talk);
      const reading = await readBatch(said, from, (at) => void Atomics.store(position, 0, at), before);
      if (talk !== null && before !== undefined) talks.set(talk.name, before);
      return { kind: "done", reading };
    } catch (error) {
      // It may have heard half of them.
      if (talk !== null) talks.delete(talk.name);
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    } finally {
      Atomics.store(position, 0, IDLE);
    }
  };
  port.on("message", async (request: Request) => port.postMessage(await answer(request)));
}

/** The earlier state of one conversation: of live messages, and separately of imported ones. */
interface HeardBefore {
  readonly said: Heard;
  readonly imported: Heard;
}

/**
 * Everything that rules read in some messages, those before `from` only to understand the others. `begin` is called
 * with the position of each message before its text is looked at. `heard` is the state before them, and is updated with
 * them; without it no state is kept.
 */
async function readBatch(
  said: readonly Said[],
  from: number,
  begin: (position: number) => void,
  heard?: HeardBefore,
): Promise<BatchReading> {
  // Whoever takes the words of a message is reading it from then on.
  const watched = said.map(
    (one, position): Said => ({
      ...one,
      get text() {
        begin(position);
        return one.text;
      },
    }),
  );
  const partOf = ({ type }: Said): keyof HeardBefore => (type === "import" ? "imported" : "said");
  const fresh = new Set(watched.slice(from).map(partOf));
  // A part in which nothing is new explains what comes there later.
  for (const part of heard === undefined ? [] : (["said", "imported"] as const)) {
    const before = fresh.has(part) ? [] : watched.filter((one) => partOf(one) === part);
    if (before.length > 0) extractByRules(before, before.length, heard?.[part]);
  }
  return {
    byRules: await readApart((part) => byRules(part, heard?.[partOf(part.said[0]!)]), {
      said: watched,
      from,
    }),
    requests: watched.map((one, position) => (position < from ? [] : requestsIn(one))),
  };
}

/** Without a language model: rules, which see what is plainly said and nothing else. */
export async function byRules(
  { said, from }: Pick<ExtractInput, "said" | "from">,
  heard?: Heard,
): Promise<Extracted> {
  return { ...NOTHING_READ, ...extractByRules(said, from, heard) };
}

function requestsIn(said: Said): ForgetRequest[] {
  if (said.role !== "user" || said.type !== "message") return [];
  const { text } = said;
  if (forgetRequests(text).length === 0) return [];
  // Quoted or pasted text is no request.
  const masked = mask(text);
  return forgetRequests(masked.text).map(({ about }) => ({
    about: about === null ? null : masked.restore(about),
  }));
}
