import { parentPort, workerData } from "node:worker_threads";
import { MemoirError } from "../../domain/errors.ts";
import { type HeardBefore, nothingHeardBefore, type readBatch } from "./read-batch.ts";
import { IDLE, type Request, type Response, type WorkerData } from "./wire.ts";

/**
 * The reader's end of its thread: one batch after the other, and always on record which message it is at. What it heard
 * in a conversation it keeps until the main thread says otherwise.
 */
export function serveReader(read: typeof readBatch): void {
  const port = parentPort;
  if (port === null) throw new MemoirError("internal", "The reader must run in a worker thread.");
  const { position } = workerData as WorkerData;
  const talks = new Map<string, HeardBefore>();
  const heardIn = (talk: Request["talk"]): HeardBefore | undefined => {
    if (talk === null) return undefined;
    const before = talk.goesOn ? talks.get(talk.name) : nothingHeardBefore();
    if (before === undefined) throw new MemoirError("internal", "Nothing is kept of this conversation.");
    return before;
  };
  const answer = async ({ said, from, talk, forget }: Request): Promise<Response> => {
    try {
      for (const name of forget) talks.delete(name);
      const before = heardIn(talk);
      const reading = await read(said, from, (at) => void Atomics.store(position, 0, at), before);
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
