import type { Steps } from "../steps.ts";
import { randomLike } from "./looks.ts";
import { type Redacted, type RedactedKinds, redactInSteps, SECRET } from "./redact.ts";

/** Keys whose values are secrets whatever they look like, as written without `_`, `-` and spaces. */
const SECRET_KEYS =
  /passw(?:or)?d|passphrase|passcode|secret(?!ar)|(?:api|access|private|signing|encryption)key|(?:access|auth|refresh|bearer|bot|session|id)token$|credential|authorization$|cookies?$|^(?:pwd|pass|cvv2?|cvc2?|ssn|otp)$|cardnumber|密码|密碼|口令|密钥|密鑰|令牌|验证码/i;
/** Keys whose values may be one. */
const DOUBTFUL_KEYS = /token$|^(?:auth|jwt|sig|signature|sid|sessionid)$/i;
/** `{ "name": "password", "value": … }`, as forms and headers are written. */
const NAMES = /^(?:name|key|field|header)$/i;

/** Every string inside is redacted, and so is what stands under a key like `password`. */
export interface RedactedJson extends Omit<Redacted, "text"> {
  /** As `JSON.stringify` would write it. */
  readonly json: string | undefined;
}

/** In short steps, for values of any size and a caller who must not keep others waiting. */
export function* redactJsonInSteps(
  value: unknown,
  extra: readonly (string | RegExp)[] = [],
): Steps<RedactedJson> {
  const kinds: RedactedKinds = {};
  let count = 0;
  const add = (kind: keyof RedactedKinds, by: number): void => {
    kinds[kind] = (kinds[kind] ?? 0) + by;
    count += by;
  };
  function* clean(text: string): Steps<string> {
    const redacted = yield* redactInSteps(text, extra);
    for (const [kind, by] of Object.entries(redacted.kinds)) add(kind as keyof RedactedKinds, by);
    return redacted.text;
  }
  function* cleaned(inner: unknown, key: string): Steps<unknown> {
    if (isSecret(key, inner)) {
      add("password", 1);
      return SECRET;
    }
    if (typeof inner === "string") return yield* clean(inner);
    // A card's number may come as a number.
    if (typeof inner === "number" && inner >= 1e12)
      return (yield* clean(String(inner))) === SECRET ? SECRET : inner;
    if (typeof inner !== "object" || inner === null) return inner;
    if (Array.isArray(inner)) {
      const items: unknown[] = [];
      for (const item of inner) items.push(yield* cleaned(item, key));
      return items;
    }
    const entries = Object.entries(inner);
    const named = entries.some(([name, of]) => NAMES.test(name) && SECRET_KEYS.test(plain(String(of))));
    const kept: [string, unknown][] = [];
    for (const [name, of] of entries) {
      kept.push([yield* clean(name), yield* cleaned(of, named && name === "value" ? "password" : name)]);
    }
    return Object.fromEntries(kept);
  }
  // First as JSON carries it: dates and the like become what they are stored as.
  const json = JSON.stringify(value);
  if (json === undefined) return { json, count, kinds };
  return { json: JSON.stringify(yield* cleaned(JSON.parse(json), "")), count, kinds };
}

function isSecret(key: string, value: unknown): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  if (text === "" || text === SECRET || text === "[private]") return false;
  const name = plain(key);
  return SECRET_KEYS.test(name) || (DOUBTFUL_KEYS.test(name) && randomLike(text, true));
}

function plain(key: string): string {
  return key.length > 64 ? "" : key.replace(/[-_\s]|\[(?:secret|private)\]/g, "");
}
