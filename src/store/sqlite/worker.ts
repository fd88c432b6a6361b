import { parentPort } from "node:worker_threads";
import { MemoirError, toWire } from "../../domain/errors.ts";
import { nextTurn } from "../../runtime/yield.ts";
import { REWRITE_IDLE_MS } from "./erased-words.ts";
import { sqliteError } from "./errors.ts";
import { type OpenData, Writer, type WriterRequest, type WriterResponse } from "./writer.ts";

/**
 * The writer's thread: it owns the one write connection. Requests queue here while a commit runs, and the next
 * commit takes all of them. Once a database is closed, it is ready to open another.
 */
const port = parentPort;
if (port === null) throw new MemoirError("internal", "The SQLite writer must run in a worker thread.");

/** More than this in one commit would keep the lock from other processes for too long. */
const MAX_GROUP = 256;
/** Quiet time after which the WAL is moved into the database. */
const IDLE_MS = 50;

const queue: WriterRequest[] = [];
const cancelled = new Set<number>();
let running = false;
let idleTimer: NodeJS.Timeout | undefined;
let writer: Writer | undefined;
let path = "";

const reply = (response: WriterResponse): void => port.postMessage(response);

port.on("message", (request: WriterRequest) => {
  if (request.kind === "open") return open(request.data);
  if (request.kind === "cancel") {
    if (queue.some((queued) => queued.kind === "write" && queued.id === request.id))
      cancelled.add(request.id);
    return;
  }
  queue.push(request);
  if (!running) void drain();
});

function open(data: OpenData): void {
  path = data.path;
  try {
    writer = new Writer(data);
    reply({ kind: "ready", schemaVersion: writer.schemaVersion });
  } catch (error) {
    reply({ kind: "failed", error: toWire(sqliteError(error, path)) });
  }
}

async function drain(): Promise<void> {
  running = true;
  clearTimeout(idleTimer);
  try {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_GROUP);
      const writes = batch.filter(isWrite).filter((request) => !cancelled.delete(request.id));
      if (writes.length > 0 && writer !== undefined) {
        for (const response of await writer.commit(writes)) reply(response);
        writer.yield();
      }
      for (const request of batch) if (request.kind === "rewrite") reply(rewritten(request.id));
      if (batch.some((request) => request.kind === "close")) {
        writer?.close();
        writer = undefined;
        cancelled.clear();
        return reply({ kind: "closed" });
      }
      // Lets the messages that arrived during the commit into the queue.
      await nextTurn();
    }
  } finally {
    running = false;
  }
  idleTimer = setTimeout(idle, IDLE_MS);
}

function idle(): void {
  if (writer?.idle() === true) idleTimer = setTimeout(idle, REWRITE_IDLE_MS);
}

function rewritten(id: number): WriterResponse {
  try {
    writer?.rewrite();
    return { kind: "done", id, result: null };
  } catch (error) {
    return { kind: "error", id, error: toWire(sqliteError(error, path)) };
  }
}

function isWrite(request: WriterRequest): request is Extract<WriterRequest, { kind: "write" }> {
  return request.kind === "write";
}
