import { type Finder, matchAt, type SecretKind, type SensitiveSpan } from "./finder.ts";

/** A value behind a name, as it was written. */
interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Nothing but the end of a clause follows it. */
  readonly endsClause: boolean;
}

const PASSWORD_NAME =
  /(?<!\d)passwords?|passwd|passcode|(?<![A-Za-z])(?:(?:pwd|psw|pws?)(?![A-Za-z])|pass(?==))|(?<=\b(?:wi-?fi|wlan|router|root|admin|login|account|e?mail|guest|server|vpn|ssh|nas)\s)pass(?![A-Za-z])/gi;
const PHRASE_NAME =
  /passphrase|(?:seed|recovery|backup) (?:phrase|words)|mnemonic(?: phrase)?|助记词|助記詞/gi;
const KEY_NAME =
  /wi-?fi (?:key|code)(?![a-z])|(?:api|access|auth|secret|private|client|signing|encryption|master|account|service|license)[ _-]?keys?(?:[ _-]id)?|(?:client|app|api|webhook|signing|shared)?[ _-]?secret(?![a-z])|(?:access|auth|bearer|refresh|session|bot|api|id|personal access)?[ _-]?token(?![a-z])|authorization/gi;

/** `name = `, `"name": `, `name_2 := `, `name：`, `name - `, also inside of JSON inside of JSON. */
const ASSIGNED = /[\w-]{0,24}\\{0,3}["'`]?(?:[ \t]{0,4}(?::=|=>|[:=：＝])|[ \t][-–][ \t])\s{0,4}/y;
/** "name is ", "name for the wifi is now ". */
const SAID =
  /(?:\s{1,4}(?:for|to|of|on|at)\s{1,4}[^.,;:!?\n]{1,40}?)?(?:\s{1,4}(?:is|was|are|will be)|['’]s)(?:\s{1,4}(?:now|still|just|simply))?[\s:]{1,4}/iy;
/** "changed the name to ". */
const SET_TO = /(?:\s{1,4}(?:for|of|on)\s{1,4}[^.,;:!?\n]{1,40}?)?\s{1,4}(?:to|as)\s{1,4}/iy;
const SETTING = /\b(?:chang|set|reset|updat|mak|ma[kd]e|us)\w{0,4}\s[^.,;:!?\n]{0,40}$/i;

const QUOTED =
  /\\{0,3}(?:"([^"\n]{1,128}?)\\{0,3}"|'([^'\n]{1,128}?)\\{0,3}'|`([^`\n]{1,128})`)|“([^”\n]{1,128})”|「([^」\n]{1,128})」|‘([^’\n]{1,128})’/uy;
const NOT_BARE = "\\s\"'`<>，。；、！？：（）【】“”‘’「」";
const LONGEST_BARE = 256;
const BARE = new RegExp(`[^${NOT_BARE}]{1,${LONGEST_BARE}}`, "uy");
const REST = new RegExp(`[^${NOT_BARE}]*`, "uy");
const CLAUSE_END = /\s*(?:$|[.,;!?)\]}\n，。；！？）、]|(?:and|but|so|please|thanks)\b)/iy;

function quotedAt(text: string, at: number): Value | null {
  const quoted = matchAt(QUOTED, text, at);
  if (quoted === null) return null;
  const inner = quoted.slice(1).find((group) => group !== undefined)!;
  const start = at + quoted[0].indexOf(inner, 1);
  return { text: inner, start, end: start + inner.length, quoted: true, endsClause: true };
}

function valueAt(text: string, at: number): Value | null {
  const quoted = quotedAt(text, at);
  if (quoted !== null) return quoted;
  const bare = matchAt(BARE, text, at)?.[0]
    // The next pair of a query or a connection string is not part of it.
    .replace(/[&;][\w-]{1,30}=.*/s, "")
    .replace(/(?<![.,;:?)\]}\\])[.,;:?)\]}\\]+$/, "");
  // The next name of a list is no value.
  return bare && !/[:=]/.test(text[at + bare.length] ?? "") ? bareAt(text, at, bare) : null;
}

function bareAt(text: string, at: number, bare: string): Value {
  const end = at + bare.length;
  return { text: bare, start: at, end, quoted: false, endsClause: matchAt(CLAUSE_END, text, end) !== null };
}

/** Where the value of a name begins that ends at `at`: behind an equals sign, an "is", a "to". */
function placesBehind(text: string, name: RegExpExecArray): number[] {
  const at = name.index + name[0].length;
  const positions = [ASSIGNED, SAID].flatMap((gap) => {
    const match = matchAt(gap, text, at);
    return match === null ? [] : [at + match[0].length];
  });
  const to = matchAt(SET_TO, text, at);
  if (to !== null && SETTING.test(text.slice(Math.max(0, name.index - 60), name.index))) {
    positions.push(at + to[0].length);
  }
  return positions;
}

function valueFinder(
  words: readonly string[],
  name: RegExp,
  kind: SecretKind,
  is: (value: Value) => boolean,
): Finder {
  return {
    words,
    *find(text): Iterable<SensitiveSpan> {
      let after = 0;
      for (const match of text.matchAll(name)) {
        if (match.index < after) continue;
        for (const position of placesBehind(text, match)) {
          const value = valueAt(text, position);
          if (value === null || !is(value)) continue;
          after = value.quoted ? value.end : endOfRun(text, value);
          yield { start: value.start, end: after, kind };
        }
      }
    },
  };
}

/** A bare value is judged by its beginning; a very long one is masked to its end. */
function endOfRun(text: string, value: Value): number {
  if (value.end - value.start < LONGEST_BARE - 1) return value.end;
  return value.end + (matchAt(REST, text, value.end)?.[0].length ?? 0);
}

const passwords = valueFinder(["pass", "pwd", "psw", "pw"], PASSWORD_NAME, "password", (value) =>
  passwordLike(value.text, value),
);

const keys = valueFinder(["key", "code", "secret", "token", "authorization"], KEY_NAME, "token", (value) =>
  randomLike(value.text, value.quoted),
);

/** Names and a gap behind which a value is a password by its looks alone: "pw hunter2", "login: bob / hunter2". */
const BESIDE = [
  /(?<![\w-])(?:password|passwd|pwd|pw)\s{1,3}(?=\S)/gi,
  /(?<![\w-])(?:creds?|credentials|logins?|wi-?fi|账号密码|帐号密码|账密)\s{0,3}(?:is|are|[:：])\s{0,3}[^\s/,，。]{1,40}\s{0,3}\/\s{0,3}/gi,
] as const;

/** "username bob password hunter2", "hunter2 is my password", "use hunter2 as the password". */
const passwordsBeside: Finder = {
  words: ["passw", "passcode", "pwd", "pw", "cred", "login", "wifi", "wi-fi", "密"],
  *find(text): Iterable<SensitiveSpan> {
    for (const match of BESIDE.flatMap((beside) => [...text.matchAll(beside)])) {
      const value = valueAt(text, match.index + match[0].length);
      if (value !== null && /\d/.test(value.text) && /[a-z]/i.test(value.text) && value.text.length >= 6) {
        if (passwordLike(value.text, value)) yield { start: value.start, end: value.end, kind: "password" };
      }
    }
    const before =
      /(?<!\S)(["'`]?)([^\s"'`]{4,64})\1\s{1,3}(?:is|as|was)\s+(?:(?:my|the|our|your|a)\s+)?(?:[\w-]{1,20}\s+){0,2}?(?:password|passcode)\b/giu;
    for (const match of text.matchAll(before)) {
      const value = match[2]!;
      const start = match.index + match[1]!.length;
      if (!/\d|[@#$%^&*!+=~]/.test(value) || !passwordLike(value, { quoted: false, endsClause: false }))
        continue;
      yield { start, end: start + value.length, kind: "password" };
    }
  },
};

/** Several words that open something: to the end of the clause. */
const phrases: Finder = {
  words: ["phrase", "mnemonic", "recovery words", "backup words", "助记词", "助記詞"],
  *find(text): Iterable<SensitiveSpan> {
    for (const match of text.matchAll(PHRASE_NAME)) {
      for (const position of [...placesBehind(text, match), placeBehindChinese(text, match)]) {
        const value = valueAt(text, position);
        if (value?.quoted === true && !isPlaceholder(value.text)) {
          yield { start: value.start, end: value.end, kind: "password" };
          continue;
        }
        const clause = matchAt(/[\p{L}\d'-]+(?:[ \t]+[\p{L}\d'-]+){2,23}/uy, text, position);
        if (clause !== null && passphraseLike(clause[0])) {
          yield { start: position, end: position + clause[0].length, kind: "password" };
        }
      }
    }
  },
};

const CHINESE_PASSWORD = /(?<!忘记|找回|重置|修改)(?:密码|密碼|口令)/g;
const CHINESE_KEY = /密钥|秘钥|密鑰|令牌/g;
const CHINESE_GAP =
  /(?:\s*(?:[就还還仍都]是|一直是|是|为|為|叫|係|(?:改|设|設|设置|換|换)(?:成|为|為)了?))?\s{0,3}[:：=＝]?\s{0,3}/y;
const CHINESE_BARE = /[!-~]{3,64}/y;
const MEASURE = /\s*(?:位|个|個|次|字|天|年|月|小时|分钟|分|秒|%|种|類|类|条|英文|数字|字符)/y;

function placeBehindChinese(text: string, name: RegExpExecArray): number {
  const at = name.index + name[0].length;
  return at + (matchAt(CHINESE_GAP, text, at)?.[0].length ?? 0);
}

function chineseValueAt(text: string, at: number): Value | null {
  const quoted = quotedAt(text, at);
  if (quoted !== null) return quoted;
  const bare = matchAt(CHINESE_BARE, text, at)?.[0].replace(/(?<![.,;:?)\]}\\"'`<])[.,;:?)\]}\\"'`<]+$/, "");
  return bare && matchAt(MEASURE, text, at + bare.length) === null ? bareAt(text, at, bare) : null;
}

const chinese: Finder = {
  words: ["密码", "密碼", "密钥", "密鑰", "秘钥", "口令", "令牌"],
  *find(text): Iterable<SensitiveSpan> {
    for (const [name, kind] of [
      [CHINESE_PASSWORD, "password"],
      [CHINESE_KEY, "token"],
    ] as const) {
      for (const match of text.matchAll(name)) {
        const value = chineseValueAt(text, placeBehindChinese(text, match));
        if (value === null) continue;
        const is =
          kind === "password" ? passwordLike(value.text, value) : randomLike(value.text, value.quoted);
        if (is) yield { start: value.start, end: value.end, kind };
      }
    }
    yield* chineseWords(text);
  },
};

/** 我的密码是芝麻开门: words, where nothing in them speaks about the password. */
function* chineseWords(text: string): Iterable<SensitiveSpan> {
  const pattern =
    /我(?:们|們|家)?的?[\p{L}\d]{0,8}?(?:密码|密碼|口令)(?:是|就是|改成了?|设成了?)(\p{Script=Han}{2,8})(?=$|[\s，。；！,.;!])/gu;
  const about =
    /[的了吗呢吧不错对必谁哪我你他她它这那一同很太没忘可需应用在有和自随默明空多少几]|什么|加密|生日|正确|安全|秘密|保密|手机|数字|字母|电话|号码/u;
  for (const match of text.matchAll(pattern)) {
    if (about.test(match[1]!)) continue;
    const end = match.index + match[0].length;
    yield { start: end - match[1]!.length, end, kind: "password" };
  }
}

export const secretFinders: readonly Finder[] = [passwords, passwordsBeside, phrases, keys, chinese];

/** Words that stand behind "password is" or "password:" without being one. */
const NOT_A_PASSWORD = new Set(
  (
    "a an the any your my his her our their its it this that these those to at in on of for from by with without as if " +
    "not no never none nothing something anything too so very also already still now just only always and or but than " +
    "is was are were be been being do does did has have had will would can could should must may might shall " +
    "what which who where when why how here there yes ok okay same different equal identical similar " +
    "required optional missing needed empty blank null nil undefined true false valid invalid correct incorrect wrong " +
    "right good bad weak strong strength secure insecure safe unsafe long short simple complex easy hard old new fresh " +
    "random unique common private secret public hidden visible shown plain plaintext clear text hash hashed hashes " +
    "string str number int integer bool boolean object any unknown text varchar char bytes char field input value type " +
    "key keys token tokens password passwords passwd pwd passphrase username user login email account manager protected " +
    "reset resets change changes recovery policy policies rule rules hint hints prompt sharing protection security " +
    "case-sensitive 2fa mfa sha1 sha256 sha512 md5 bcrypt argon2 pbkdf2 base64 oauth oauth2 utf8 utf-8 " +
    "everything forgotten gone lost below above elsewhere again off up ready fine enough important available"
  ).split(" "),
);

/** "password is stolen", "is working", "is unbreakable": said about it, not it. */
const SAID_ABOUT = /(?:ed|ing|able|ible|ful|less|ly|en)$/i;

const PLACEHOLDER =
  /^(?:[*•·.xX_#?-]+$|[$%<{[]|your[-_ ]|(?:my[-_ ]?(?:password|secret|token|key)|changeme|example|redacted|n\/a)$)/i;

/** Where a value would be, code that fetches one. */
const EXPRESSION =
  /^(?:process|os|env|config|settings|this|self|req|request|args|options|opts|params|props|ctx|body|data|input|form|user|users|credentials?|secrets|vault|row|record|account|client|app|import|await|new|return|async|function|z|t|yup|joi|types?|schema|models?)[.([]|[([]/;

/** `hashed_password`, `newPassword`: a variable's name. */
function isVariable(value: string): boolean {
  return /^[a-z_]+$/i.test(value) && /password|passwd|pwd|hash|secret|token/i.test(value);
}

/** A mark of our own, a row of stars, `${VAR}`: nothing to hide. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || value.endsWith("...") || value.endsWith("…");
}

/** A value that a person or a program would use as a password. */
function passwordLike(value: string, where: { quoted: boolean; endsClause: boolean }): boolean {
  if (value.length < 3 || isPlaceholder(value)) return false;
  if (!where.quoted && EXPRESSION.test(value)) return false;
  if (NOT_A_PASSWORD.has(value.toLowerCase()) || (!where.quoted && isVariable(value))) return false;
  if (/\s/.test(value)) return where.quoted && passphraseLike(value);
  if (/^\d{1,3}[-–~]?(?:\d{1,3}|char\w*|digits?|letters?|words?|bits?|days?|times?)$/i.test(value)) {
    return /^\d{4,}$/.test(value);
  }
  if (/\d|[@#$%^&*!+=~]|\p{Ll}\p{Lu}/u.test(value)) return true;
  if (where.quoted) return true;
  return where.endsClause && /^\p{L}[\p{L}_-]*$/u.test(value) && !SAID_ABOUT.test(value);
}

/** Several plain words that make no sentence: "correct horse battery staple". */
function passphraseLike(value: string): boolean {
  const words = value.toLowerCase().split(/\s+/);
  return (
    words.length <= 24 &&
    words.every((word) => /^[\p{L}\d'-]{3,20}$/u.test(word)) &&
    words.filter((word) => NOT_A_PASSWORD.has(word)).length <= words.length / 2
  );
}

/** A value that no person would think of: letters with digits, or a long mix of cases. */
export function randomLike(value: string, quoted: boolean): boolean {
  if (value.length < 8 || isPlaceholder(value)) return false;
  if (!quoted && EXPRESSION.test(value)) return false;
  if (!/^[\w.~+/=:@!#$%^&*-]+$/.test(value)) return false;
  if (/^(?:https?:|\/|\.\/|\d{4}-\d\d(?:-|$)|\d+\.\d+\.)/.test(value) || /\.[a-z]{2,5}$/.test(value))
    return false;
  if (/\d/.test(value) && /[a-z]/i.test(value)) return true;
  return value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
