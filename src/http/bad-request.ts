import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer, Refusal } from "./errors.ts";

/** What cannot be read as a request never reaches a route; its answer has the shape of all errors all the same. */
export function unreadable(): Response {
  const { status, body } = errorAnswer(cannotRead(undefined), randomUUID());
  return Response.json(body, { status });
}

/** The same where there is not even a response to write to. */
export function unreadableOnSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = errorAnswer(cannotRead(error.code), randomUUID());
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
}

function cannotRead(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new Refusal(431, "too_large", "The headers and the address are too long together.");
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new Refusal(408, "aborted", "The request took too long to arrive.");
  }
  return new Refusal(400, "invalid_argument", "This cannot be read as an HTTP request to this server.");
}
