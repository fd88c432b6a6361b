import { parentPort, workerData } from "node:worker_threads";
import { MemoirError } from "../../domain/errors.ts";
import type { readBatch } from "./read-batch.ts";
import { IDLE, type Request, type Response, type WorkerData } from "./wire.ts";

/** The reader's end of its thread: one batch after the other, and always on record which message it is at. */
export function serveReader(read: typeof readBatch): void {
  const port = parentPort;
  if (port === null) throw new MemoirError("internal", "The reader must run in a worker thread.");
  const { position } = workerData as WorkerData;
  const answer = async ({ said, from }: Request): Promise<Response> => {
    try {
      const reading = await read(said, from, (at) => void Atomics.store(position, 0, at));
      return { kind: "done", reading };
    } catch (error) {
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    } finally {
      Atomics.store(position, 0, IDLE);
    }
  };
  port.on("message", async (request: Request) => port.postMessage(await answer(request)));
}
