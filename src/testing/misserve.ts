import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { chatBody, embeddingsBody, errorBody } from "./protocol.ts";
import type { BadAnswer, Particulars, ScriptedRequest } from "./replies.ts";

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendText(response, status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

/** The events of a stream, with OpenAI's word for its end. */
export function sendEvents(response: ServerResponse, bodies: readonly unknown[]): void {
  const events = [...bodies.map((body) => JSON.stringify(body)), "[DONE]"];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`data: ${event}\n\n`);
  response.end();
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(text)) }).end(text);
}

/**
 * Serves a request badly. `true`: that was all it gets; `false`: go on and answer it. Hanging requests end when the
 * server closes.
 */
export async function misserve(
  { kind, retryAfterSeconds = 1, delayMs = 1_000, status, parameter = "temperature" }: Particulars,
  request: ScriptedRequest,
  response: ServerResponse,
): Promise<boolean> {
  switch (kind) {
    case "rate-limit": {
      const headers: Record<string, string> =
        retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) };
      sendJson(response, 429, errorBody("Rate limit reached.", "rate_limit_exceeded"), headers);
      return true;
    }
    case "server-error":
      sendJson(response, status ?? 500, errorBody("The server had an error.", "server_error"));
      return true;
    case "unauthorized":
      sendJson(response, 401, errorBody("Incorrect API key provided.", "invalid_api_key"));
      return true;
    case "rejects": {
      if (!(parameter in request.body)) return false;
      const message = `Unsupported parameter: '${parameter}' is not supported with this model.`;
      sendJson(response, 400, errorBody(message, "unsupported_parameter", parameter));
      return true;
    }
    case "slow":
      await delay(delayMs, undefined, { ref: false });
      return false;
    case "hang":
      return true;
    case "stall":
      response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
      return true;
    case "cut": {
      const body = JSON.stringify(chatBody(request, { text: "never", finish: "stop", refusal: null }, null));
      response.writeHead(200, { "content-type": "application/json", "content-length": String(body.length) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return true;
    }
    case "html":
      sendText(response, status ?? 200, "<!doctype html><title>502</title><h1>Bad Gateway</h1>", {
        "content-type": "text/html",
      });
      return true;
    case "no-choices":
      sendJson(response, 200, { id: "none", object: "none", choices: [] });
      return true;
    default:
      return false;
  }
}

/** The bad answers of a model that embeds: it has no words, so it is the answer around the vectors that is bad. */
export function embedBadly(
  kind: BadAnswer,
  request: ScriptedRequest,
  dimensions: number,
  response: ServerResponse,
): void {
  const body = embeddingsBody(request, dimensions) as { data: { index: number; embedding: unknown }[] };
  const json = JSON.stringify(body);
  if (kind === "refusal") {
    sendJson(response, 400, errorBody("This content cannot be embedded.", "content_policy_violation"));
    return;
  }
  const raw = {
    "bad-json": json.replaceAll('":', '" =>'),
    "fenced-json": `\`\`\`json\n${json}\n\`\`\``,
    prose: `Here are your vectors: ${json}`,
    "thinking-aloud": `<think>Vectors?</think>${json}`,
  };
  const data = {
    "wrong-types": () => body.data.map((item) => ({ ...item, embedding: "a vector" })),
    "numbers-as-text": () =>
      body.data.map((item) => ({ ...item, embedding: (item.embedding as number[]).map(String) })),
    truncated: () => body.data.slice(0, -1),
    empty: () => [],
    "invented-ids": () => body.data.map((item) => ({ ...item, index: item.index + 1_000 })),
  };
  if (kind in raw) {
    sendText(response, 200, raw[kind as keyof typeof raw], { "content-type": "application/json" });
  } else {
    sendJson(response, 200, { ...body, data: data[kind as keyof typeof data]() });
  }
}
