import { type Finder, matchAt, type Piece } from "./finder.ts";

const OF_WHAT =
  "(?:verification|authentication|authorization|one[- ]time|two[- ]factor|2fa|mfa|log[- ]?in|sign[- ]?in|security|access|door|gate|entry|alarm|garage|lock|unlock|sms)";
/** A code that a message or a lock asks for. Zip, area, error and promo codes are none. */
const NAME = new RegExp(
  `\\b(?:${OF_WHAT}\\s+(?:code|pin|passcode|password)|otp(?:\\s+code)?|pin(?:\\s+(?:code|number))?|passcode|cv[vc]2?|cvn)\\b|(?:短信)?(?:验证码|驗證碼|校验码|动态码|动态密码|安全码|PIN码|门禁码|门禁密码)`,
  "gi",
);
const GAP =
  /(?:\s{1,4}(?:for|to|of|on|at)\s{1,4}[^.,;:!?\d\n]{1,30}?)?(?:\s{0,4}(?:is|was|are|就是|是|为|為))?[\s:：=#＝【】"'“]{0,4}/iy;
const CODE = /(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{3,8})(?!\d|[.,:/-]\d|[A-Za-z]|位|次|年|月|分|秒|个|個)/y;
/** "482913 is your verification code", "482913 是您的验证码". */
const BEFORE = new RegExp(
  `(?<![\\w.-])((?:[A-Z]-)?\\d{4,8})\\s*(?:(?:is|as)\\s+(?:your|the|my)\\s+(?:[\\w-]{1,20}\\s+){0,3}?(?:${OF_WHAT}\\s+(?:code|pin|passcode)|otp|pin)\\b|(?:是|为|為)(?:您|你|我)?的?\\p{L}{0,8}?(?:验证码|驗證碼|校验码|动态码))`,
  "giu",
);

/** Short-lived codes, PINs and the number on the back of a card. */
export const codes: Finder = {
  words: ["code", "otp", "pin", "cvv", "cvc", "cvn", "码", "碼", "密"],
  *find(text): Iterable<Piece> {
    for (const name of text.matchAll(NAME)) {
      const at = name.index + name[0].length;
      const start = at + (matchAt(GAP, text, at)?.[0].length ?? 0);
      const code = matchAt(CODE, text, start);
      if (code === null || (start === at && !/\p{Script=Han}$/u.test(name[0]))) continue;
      // "pin 13 is high": a PIN has four digits at least.
      if (/^pin/i.test(name[0]) && code[0].length < 4) continue;
      yield { start, end: start + code[0].length, kind: "code" };
    }
    for (const match of text.matchAll(BEFORE)) {
      yield { start: match.index, end: match.index + match[1]!.length, kind: "code" };
    }
  },
};
