import { parse, serialize } from "hono/utils/cookie";

/** Holds the key of somebody who came by a login link; a page's scripts cannot read it, and no other site can send it. */
const NAME = "memoir_session";

/** The key in a request's cookies. */
export function sessionIn(headers: Headers): string | undefined {
  const cookies = headers.get("cookie");
  // Browsers say who made the request. A page of another port of this host would be "same-site".
  const by = headers.get("sec-fetch-site");
  if (by !== null && by !== "same-origin" && by !== "none") return undefined;
  return cookies === null ? undefined : parse(cookies, NAME)[NAME];
}

/** `isHttps` is a setting: what a proxy says about it in a header, anybody can say. */
export function sessionCookie(key: string, expires: Date, isHttps: boolean): string {
  return serialize(NAME, key, { path: "/", httpOnly: true, sameSite: "Strict", secure: isHttps, expires });
}
