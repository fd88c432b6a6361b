import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the API's stand-in got it. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Each is written by itself. */
  readonly chunks: readonly Uint8Array[];
  /** Cuts the connection after so many of them. Default: never. */
  readonly cutAfter?: number;
  /** Waited for before each chunk. */
  readonly wait?: (chunk: number) => Promise<void>;
}

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly got: Got[];
  reply: (got: Got) => Reply;
}

/** Stands in for a model's API on loopback. By default it answers `You said: …` in the shape of the path. */
export async function startUpstream(port = 0): Promise<StandIn> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const standIn: StandIn = {
    url: "",
    got: [],
    reply: (got) => replyOf(got),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = incoming;
    const got = { method, path, headers, body: Buffer.concat(chunks) };
    standIn.got.push(got);
    const { status = 200, headers: own = {}, chunks: out, cutAfter, wait } = standIn.reply(got);
    outgoing.writeHead(status, own);
    outgoing.flushHeaders();
    for (const [i, chunk] of out.entries()) {
      await wait?.(i);
      if (i === cutAfter) {
        outgoing.socket?.destroy();
        return;
      }
      // Each in a packet of its own.
      await new Promise((resolve) => outgoing.write(chunk, resolve));
    }
    outgoing.end();
  };
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function replyOf({ path, body }: Got): Reply {
  const request = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
  const isStream = request.stream === true;
  const bytes = answerBytes(path, isStream, `You said: ${lastWords(request)} 好的 🎉`);
  return {
    headers: { "content-type": isStream ? "text/event-stream; charset=utf-8" : "application/json" },
    chunks: oddly(bytes),
  };
}

/** The words of the last message of the user. */
export function lastWords({ messages, input }: Record<string, unknown>): string {
  const list = (messages ?? (Array.isArray(input) ? input : [{ role: "user", content: input }])) as {
    role: string;
    content: string | { text?: string }[];
  }[];
  const content = list.findLast(({ role }) => role === "user")?.content ?? "";
  return typeof content === "string" ? content : (content.findLast(({ text }) => text)?.text ?? "");
}

/** Chunks of 1, 2, 3 … bytes again and again: they cut lines, characters and `\r\n` anywhere. */
export function oddly(bytes: Uint8Array, longest = 17): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, length = 1; at < bytes.length; at += length, length = (length % longest) + 1)
    chunks.push(bytes.subarray(at, at + length));
  return chunks;
}

/** An answer as the API of that path writes it. */
export function answerBytes(path: string, isStream: boolean, text: string): Buffer {
  const pieces = text.match(/.{1,3}/gsu) ?? [];
  const event = (data: object, name?: string): string =>
    `${name === undefined ? "" : `event: ${name}\r\n`}data: ${JSON.stringify(data)}\r\n\r\n`;
  if (path.startsWith("/v1/chat/completions")) {
    const base = { id: "chatcmpl-1", created: 1, model: "stand-in" };
    const choice = { index: 0, logprobs: null };
    if (!isStream) {
      const message = { role: "assistant", content: text, refusal: null };
      const choices = [{ ...choice, message, finish_reason: "stop" }];
      return Buffer.from(JSON.stringify({ ...base, object: "chat.completion", choices }, null, 1));
    }
    const chunk = (delta: object, finish_reason: string | null): string =>
      event({ ...base, object: "chat.completion.chunk", choices: [{ ...choice, delta, finish_reason }] });
    const deltas = pieces.map((content) => chunk({ content }, null));
    return Buffer.from(
      [
        ": keep-alive\n\n",
        chunk({ role: "assistant" }, null),
        ...deltas,
        chunk({}, "stop"),
        "data: [DONE]\n\n",
      ].join(""),
    );
  }
  if (path.startsWith("/v1/responses")) {
    const content = [{ type: "output_text", text, annotations: [] }];
    const message = { type: "message", id: "msg_1", status: "completed", role: "assistant", content };
    const response = { id: "resp_1", object: "response", status: "completed", output: [message] };
    if (!isStream) return Buffer.from(JSON.stringify(response));
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    const deltas = pieces.map((delta) => {
      const type = "response.output_text.delta";
      return event({ type, ...place, delta }, type);
    });
    const done = { type: "response.completed", response };
    return Buffer.from([...deltas, event(done, "response.completed")].join(""));
  }
  const base = { id: "msg_1", type: "message", role: "assistant", model: "stand-in", stop_sequence: null };
  const usage = { input_tokens: 1, output_tokens: 1 };
  if (!isStream) {
    const content = [{ type: "text", text }];
    return Buffer.from(JSON.stringify({ ...base, content, stop_reason: "end_turn", usage }));
  }
  const events: { type: string }[] = [
    { type: "message_start", ...{ message: { ...base, content: [], stop_reason: null, usage } } },
    { type: "content_block_start", ...{ index: 0, content_block: { type: "text", text: "" } } },
    ...pieces.map((piece) => ({
      type: "content_block_delta",
      ...{ index: 0, delta: { type: "text_delta", text: piece } },
    })),
    { type: "content_block_stop", ...{ index: 0 } },
    { type: "message_delta", ...{ delta: { stop_reason: "end_turn", stop_sequence: null }, usage } },
    { type: "message_stop" },
  ];
  return Buffer.from(events.map((one) => event(one, one.type)).join(""));
}
