import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { invalidArgument } from "../../domain/errors.ts";

/** The headers of a delivery, as the Standard Webhooks specification names them. */
const ID = "webhook-id";
const TIMESTAMP = "webhook-timestamp";
const SIGNATURE = "webhook-signature";

const PREFIX = "whsec_";
const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/** A secret of the caller's own, if it is long enough to be one. */
export function checkSecret(value: unknown): string {
  const bytes = typeof value === "string" && SECRET.test(value) ? keyOf(value).length : 0;
  if (bytes >= 24 && bytes <= 64) return value as string;
  // Not shown: what is nearly a secret is one.
  throw invalidArgument("secret must be `whsec_` and 24 to 64 bytes in base64. Leave it out for a new one.", {
    path: "secret",
  });
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}

function signatureOf(secret: string, id: string, seconds: string, body: string | Uint8Array): Buffer {
  return createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.`).update(body).digest();
}

/** The headers that prove who sends a body, and when. */
export function signedHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  return {
    [ID]: id,
    [TIMESTAMP]: seconds,
    [SIGNATURE]: `v1,${signatureOf(secret, id, seconds, body).toString("base64")}`,
  };
}

/** A request's headers: of `fetch`, of Node, or a plain object with names in lower case. */
export type HookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyHookOptions {
  /** The receiver's clock. Default: the system's. */
  now?: Date | number;
  /** How far the time of sending may be from now, in seconds. Default: 300. */
  toleranceSeconds?: number;
}

/**
 * Whether a request is from the Memoir that holds this secret, unchanged, and sent just now. Give the body as it
 * arrived, before it is parsed. The comparison takes the same time for every wrong signature.
 */
export function verifyHook(
  headers: HookHeaders,
  body: string | Uint8Array,
  secret: string,
  { now = Date.now(), toleranceSeconds = 300 }: VerifyHookOptions = {},
): boolean {
  const key = checkSecret(secret);
  const [id, seconds, signatures] = [ID, TIMESTAMP, SIGNATURE].map((name) => headerOf(headers, name));
  if (id === undefined || seconds === undefined || signatures === undefined) return false;
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (!(Math.abs(Number(now) / 1_000 - Number(seconds)) <= toleranceSeconds)) return false;
  const expected = signatureOf(key, id, seconds, body);
  return signatures.split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const signatureBytes = Buffer.from(text, "base64");
    return (
      version === "v1" &&
      signatureBytes.length === expected.length &&
      timingSafeEqual(signatureBytes, expected)
    );
  });
}

function headerOf(headers: HookHeaders, name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : undefined;
}
