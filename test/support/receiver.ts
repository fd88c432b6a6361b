import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HookBody } from "../../src/index.ts";

/** A delivery as it arrived. */
export interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  /** Dates are texts here, as JSON has them. */
  readonly body: Omit<HookBody, "at" | "memory"> & {
    at: string;
    memory: { id: string; text: string } | null;
  };
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Everything that arrived, also what was answered with an error. */
  readonly arrived: Arrived[];
  /** What was answered with a status from 200 to 299. */
  readonly taken: Arrived[];
  /** Gives a status, or answers itself and gives `null`. Default: 200. */
  reply: (arrived: Arrived, answer: ServerResponse) => number | null | Promise<number | null>;
}

/** Somebody's receiver of hooks on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: "",
    arrived: [],
    taken: [],
    reply: () => 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const arrived: Arrived = { headers: request.headers, raw, body: JSON.parse(raw.toString()) };
    receiver.arrived.push(arrived);
    const status = await receiver.reply(arrived, answer);
    if (status === null) return;
    if (status >= 200 && status <= 299) receiver.taken.push(arrived);
    answer.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/memoir` });
}

const MAX_ROUNDS = 2_000;

/**
 * Runs jobs until something is so. On PostgreSQL a change waits for older transactions of others, and a job for the lease of
 * a process that died, so one round may not be enough.
 */
export async function workUntil(work: () => Promise<unknown>, isDone: () => boolean): Promise<void> {
  for (let round = 0; !isDone(); round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`Not so after ${round} rounds: ${isDone}`);
    await work();
  }
}
