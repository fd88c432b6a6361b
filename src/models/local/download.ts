import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { aborted, RequestError, type RequestOptions, TimedRequest } from "./request.ts";

export interface DownloadOptions extends RequestOptions {
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
}

/** Tries in a row that bring nothing. */
const TRIES = 4;
/** Of all tries: a server that sends a little and stops, again and again, is not one to stay with. */
const MAX_REQUESTS = 40;
/** Nothing in the catalogue is near this; more is not what was asked for. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Fetches `url` into `path`, going on where the file that is there ends, and again where the connection is cut.
 * What is there may be of an earlier run: whoever uses the file checks it.
 */
export async function download(url: URL, path: string, options: DownloadOptions = {}): Promise<void> {
  const file = await open(path, "a+");
  const size = async (): Promise<number> => (await file.stat()).size;
  try {
    await persist(options, size, async () => fetchRest(url, file, await size(), options));
  } finally {
    await file.close();
  }
}

/** A small JSON answer, such as a package's description. */
export async function fetchJson(url: URL, options: RequestOptions = {}): Promise<unknown> {
  const nothing = async (): Promise<number> => 0;
  return persist(options, nothing, async () => {
    const request = new TimedRequest(url, options);
    try {
      const response = await request.send({ accept: "application/json" });
      if (response.status !== 200) throw RequestError.ofStatus(url, response.status);
      const pieces: Uint8Array[] = [];
      for await (const piece of request.pieces(response)) pieces.push(piece);
      return JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
    } finally {
      request.end();
    }
  });
}

/**
 * Tries again what may have passed. Where nobody can be reached one try is enough, so that a machine without a
 * network does not wait; but once something has arrived, there is a network.
 */
async function persist<T>(
  { signal, pauseMs = 300 }: RequestOptions,
  size: () => Promise<number>,
  work: () => Promise<T>,
): Promise<T> {
  let tries = 0;
  let arrived = false;
  for (let requests = 1; ; requests++) {
    const before = await size();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestError) || error.kind === "final" || requests >= MAX_REQUESTS) throw error;
      const progressed = (await size()) > before;
      arrived ||= progressed;
      tries = progressed ? 0 : tries + 1;
      if (tries >= TRIES || (error.kind === "unreachable" && !arrived)) throw error;
      await sleep((pauseMs / 2) * 2 ** tries, undefined, { signal }).catch(() => {
        throw aborted();
      });
    }
  }
}

async function fetchRest(
  url: URL,
  file: FileHandle,
  offset: number,
  options: DownloadOptions,
): Promise<void> {
  const request = new TimedRequest(url, options);
  try {
    const response = await request.send({
      // Compressed on the way, a range would be one of other bytes.
      "accept-encoding": "identity",
      ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
    });
    const plan = await planFor(response, file, offset, url);
    if (plan === "complete") return;
    let { received } = plan;
    options.onProgress?.(received, plan.total);
    for await (const chunk of request.pieces(response)) {
      received += chunk.length;
      if (received > MAX_BYTES) throw new RequestError(url, "sends too much", "final");
      await file.write(chunk);
      options.onProgress?.(received, plan.total);
    }
    if (plan.total !== undefined && received < plan.total) {
      throw new RequestError(url, `ended after ${received} of ${plan.total} bytes`, "passing");
    }
  } finally {
    request.end();
  }
}

/** How the status of the answer affects the partial file. */
async function planFor(
  response: Response,
  file: FileHandle,
  offset: number,
  url: URL,
): Promise<{ received: number; total: number | undefined } | "complete"> {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const total = range === null ? undefined : Number(range[2]);
  if (response.status === 206 && range !== null && Number(range[1]) === offset) {
    return { received: offset, total };
  }
  if (response.status === 416 && total === offset) return "complete";
  if (response.status === 416 || response.status === 206) {
    // The file that is there belongs to something else.
    await file.truncate(0);
    throw new RequestError(url, "has no such range", offset === 0 ? "final" : "passing");
  }
  if (response.status !== 200) throw RequestError.ofStatus(url, response.status);
  await file.truncate(0);
  const length = response.headers.get("content-length");
  return { received: 0, total: length === null ? undefined : Number(length) };
}
