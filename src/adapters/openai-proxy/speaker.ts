import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Whose memory a request is about. */
export interface ProxySpeaker {
  readonly scope: string;
  /** The author of what is said, where the scope does not say it. */
  readonly author: string | undefined;
  readonly session: string | undefined;
}

/** From headers, else from the request's own field, else by the key that it comes with; `null` = from none of them. */
export function proxySpeaker(headers: IncomingHttpHeaders, field: string | undefined): ProxySpeaker | null {
  const author = headerText(headers["x-memoir-user"]);
  const session = headerText(headers["x-memoir-session"]);
  const scope = headerText(headers["x-memoir-scope"]);
  if (scope !== undefined) {
    // A user's own scope is that user's words, whatever a program writes into the field.
    return { scope, author: author ?? (scope.startsWith("user:") ? undefined : field), session };
  }
  const user = author ?? (field?.trim() ? field : keyOf(headers));
  return user === undefined ? null : { scope: `user:${user}`, author: undefined, session };
}

/** A header has only bytes: other writing is percent-encoded, or UTF-8 as it stands. */
function headerText(header: string | string[] | undefined): string | undefined {
  const text = String(header ?? "").trim();
  if (text === "") return undefined;
  const bytes = Buffer.from(text, "latin1");
  const utf8 = bytes.toString();
  const read = utf8.includes("\uFFFD") ? text : utf8;
  try {
    return decodeURIComponent(read);
  } catch {
    return read;
  }
}

/** The key itself is stored nowhere. */
function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers["x-api-key"] ?? headers["api-key"] ?? headers.authorization?.replace(/^bearer /i, "");
  if (key === undefined || String(key).trim() === "") return undefined;
  return `key-${createHash("sha256")
    .update(`memoir proxy key\0${String(key).trim()}`)
    .digest("hex")
    .slice(0, 32)}`;
}
