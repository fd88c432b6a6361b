import { show } from "../domain/errors.ts";
import { MemoirError } from "../index.ts";
import { Refusal } from "./errors.ts";

/**
 * The request, if what it announces is small enough; what announces nothing is counted while it is read, and held
 * back nowhere, so that a long import goes through as it comes.
 */
export function limited(request: Request, most: number): Request {
  const { headers, method } = request;
  if (method === "GET" || method === "HEAD") return request;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new Refusal(
      415,
      "invalid_argument",
      `Send the body as it is: this server unpacks nothing, got Content-Encoding: ${show(encoding)}.`,
    );
  }
  const announced = headers.get("content-length");
  if (announced !== null && !headers.has("transfer-encoding")) {
    if (Number(announced) > most) throw tooLarge(most);
    return request;
  }
  if (request.body === null) return request;
  return new Request(request, { body: counted(request.body, most), duplex: "half" });
}

function counted(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk: Uint8Array, controller) {
        size += chunk.byteLength;
        if (size > most) controller.error(tooLarge(most));
        else controller.enqueue(chunk);
      },
    }),
  );
}

function tooLarge(most: number): MemoirError {
  return new MemoirError("too_large", `The body is larger than ${most} bytes.`, { details: { most } });
}
