import { type Finder, matchAt, type SensitiveSpan } from "./finder.ts";

/** Digits, plain or in groups of which the first is no short one. */
const RUN = /(?<!\d)\d{4,}(?:[ \u00a0-]\d+)*/g;
/** How long the groups of a card number are. */
const GROUPS = /^(?:1[3-9]|4 4 4 4(?: [1-3])?|4 6 [45]|6 (?:[7-9]|1[0-3]))$/;
/** The expiry month and the security code that may follow a card number. */
const EXPIRY_AND_CODE = /[ ,;|]{1,3}(?:(?:0[1-9]|1[0-2])[/-](?:20)?\d\d[ ,;|]{1,3})?\d{3,4}(?![\d.,/:-]?\d)/y;
const CARD_WORDS = /card|visa|master|amex|maestro|unionpay|\bcc\b|卡|银联/i;
const OTHER_WORDS =
  /(?:order|tracking|invoice|receipt|shipment|parcel|ticket|case|reference|ref|transaction|serial|product|item|isbn|imei|ean|id|phone|tel|mobile|订单|单号|运单|快递|编号|流水|电话|手机|物流)[\s#:：.号no是为=-]{0,8}$/i;

/** How long the numbers of an issuer are, by how they begin. */
const ISSUERS: readonly [RegExp, readonly number[]][] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^(?:36|38|39|30[0-5])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 19]],
  [/^(?:50|5[6-8]|60|67|81|82|220[0-4])/, [16]],
];

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/**
 * Card numbers. The check digit alone lets every tenth number through, so the number must also begin and be as long as
 * an issuer's, or stand behind a word like "card"; one behind "order no." stays.
 */
function* cards(text: string): Iterable<SensitiveSpan> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // Part of a word, a decimal, a time or a path.
    if (run.length < 13 || /[A-Za-z_]$|\d[.,:/]$/.test(text.slice(Math.max(0, index - 2), index))) continue;
    const behind = index + run.length;
    if (/^(?:[A-Za-z_]|[.,:]\d)/.test(text.slice(behind, behind + 2))) continue;
    const groups = [...run.matchAll(/\d+/g)];
    for (let i = 0; i < groups.length; i += 1) {
      const start = index + groups[i]!.index;
      const size = longestCard(groups.slice(i, i + 5), text.slice(Math.max(0, start - 40), start));
      if (size === 0) continue;
      i += size - 1;
      const end = index + groups[i]!.index + groups[i]![0].length;
      const more = matchAt(EXPIRY_AND_CODE, text, end)?.[0].length ?? 0;
      yield { start, end: end + more, kind: "card" };
    }
  }
}

/** How many of the groups, from the first on, make a card number; 0 when none do. */
function longestCard(groups: readonly RegExpExecArray[], before: string): number {
  if (groups[0]![0].length < 4) return 0;
  for (let size = groups.length; size > 0; size -= 1) {
    const parts = groups.slice(0, size).map((group) => group[0]);
    if (!GROUPS.test(parts.map((part) => part.length).join(" "))) continue;
    const digits = parts.join("");
    if (!luhn(digits) || /^(\d)\1+$/.test(digits)) continue;
    if (CARD_WORDS.test(before)) return size;
    if (!ISSUERS.some(([begin, lengths]) => begin.test(digits) && lengths.includes(digits.length))) continue;
    if (size > 1 || !OTHER_WORDS.test(before)) return size;
  }
  return 0;
}

/** The rest of an account number behind its country and check digits, by country: each has one length, and single blanks. */
const IBAN_REST: Readonly<Record<string, RegExp>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 " +
    "FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 " +
    "LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 " +
    "ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [
      entry.slice(0, 2),
      new RegExp(`(?:[ \\u00a0]?[A-Z0-9]){${Number(entry.slice(2)) - 4}}(?![A-Za-z0-9])`, "y"),
    ]),
);

/** Account numbers whose country, length and check digits are right. */
function* ibans(text: string): Iterable<SensitiveSpan> {
  for (const { 0: begin, index } of text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d\d(?=[ \u00a0]?[A-Z0-9])/g)) {
    const pattern = IBAN_REST[begin.slice(0, 2)];
    const rest = pattern === undefined ? undefined : matchAt(pattern, text, index + 4)?.[0];
    if (rest === undefined || mod97(begin + rest.replace(/[ \u00a0]/g, "")) !== 1) continue;
    yield { start: index, end: index + 4 + rest.length, kind: "iban" };
  }
}

function mod97(iban: string): number {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const CHINESE_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** 身份证: a day of birth that exists, and the right check digit. */
function* chineseIds(text: string): Iterable<SensitiveSpan> {
  const pattern =
    /(?<![\dA-Za-z])[1-8]\d{5}((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g;
  for (const match of text.matchAll(pattern)) {
    const [id, year, month, day] = match;
    const sum = CHINESE_WEIGHTS.reduce((total, weight, i) => total + weight * Number(id[i]), 0);
    if ("10X98765432"[sum % 11] !== id.at(-1)!.toUpperCase()) continue;
    if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) continue;
    yield { start: match.index, end: match.index + id.length, kind: "national_id" };
  }
}

/** A US social security number, only where the words before it say that it is one. */
const ssns: Finder = {
  words: ["ssn", "social security"],
  *find(text): Iterable<SensitiveSpan> {
    const pattern =
      /(?:\bssn\b|social security)[^\d\n]{0,30}((?!000|666|9)\d{3}([- ]?)(?!00)\d\d\2(?!0000)\d{4})(?![\d-])/gi;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      yield { start: end - match[1]!.length, end, kind: "national_id" };
    }
  },
};

/** Numbers that prove themselves by their check digits. */
const checkedNumbers: Finder = {
  shape: /\d\d[ \u00a0-]?[\da-z]{2}[ \u00a0-]?[\da-z]{2}/,
  *find(text): Iterable<SensitiveSpan> {
    yield* cards(text);
    yield* ibans(text);
    yield* chineseIds(text);
  },
};

export const numberFinders: readonly Finder[] = [checkedNumbers, ssns];

const OF_WHAT =
  "(?:verification|authentication|authorization|one[- ]time|two[- ]factor|2fa|mfa|log[- ]?in|sign[- ]?in|security|access|door|gate|entry|alarm|garage|lock|unlock|sms)";
/** A code that a message or a lock asks for. Zip, area, error and promo codes are none. */
const NAME = new RegExp(
  `(?:短信)?(?:验证码|驗證碼|校验码|动态码|动态密码|安全码|PIN码|门禁码|门禁密码|解锁码|开锁码|支付码)|\\b(?:${OF_WHAT}\\s+(?:code|pin|passcode|password)|(?:lock|locker|padlock|safe|vault|bike)\\s+(?:combo|combination)|otp(?:\\s+code)?|pin(?:\\s+(?:code|number))?|passcode|cv[vc]2?|cvn)\\b`,
  "gi",
);
const GAP =
  /(?:\s{1,4}(?:for|to|of|on|at)\s{1,4}[^.,;:!?\d\n]{1,30}?)?(?:\s{0,4}(?:is|was|are|就是|是|为|為))?[\s:：=#＝【】"'“]{0,4}/iy;
const CODE = /(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{3,8})(?!\d|[.,:/-]\d|[A-Za-z]|位|次|年|月|分|秒|个|個)/y;
/** The numbers of a lock: 12-24-36. */
const COMBINATION = /\d{1,2}(?:[ -]\d{1,2}){2,3}(?![\d-])/y;
/** "482913 is your verification code", "482913 是您的验证码". */
const BEFORE = new RegExp(
  `(?<![\\w.-])((?:[A-Z]-)?\\d{4,8})\\s*(?:(?:is|as)\\s+(?:your|the|my)\\s+(?:[\\w-]{1,20}\\s+){0,3}?(?:${OF_WHAT}\\s+(?:code|pin|passcode)|otp|pin)\\b|(?:是|为|為)(?:您|你|我)?的?\\p{L}{0,8}?(?:验证码|驗證碼|校验码|动态码))`,
  "giu",
);

/** Short-lived codes, PINs and the number on the back of a card. */
export const codes: Finder = {
  words: ["code", "combo", "combination", "otp", "pin", "cvv", "cvc", "cvn", "码", "碼", "密"],
  *find(text): Iterable<SensitiveSpan> {
    for (const name of text.matchAll(NAME)) {
      const at = name.index + name[0].length;
      const start = at + (matchAt(GAP, text, at)?.[0].length ?? 0);
      const code =
        matchAt(CODE, text, start) ?? (/comb/i.test(name[0]) ? matchAt(COMBINATION, text, start) : null);
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
