import { type Finder, piecesIn, type SensitiveSpan } from "./finder.ts";
import { isPlaceholder } from "./named.ts";

function patternFinder(words: readonly string[], pattern: RegExp, is?: (match: string) => boolean): Finder {
  return { words, find: (text) => piecesIn(text, pattern, "token", is) };
}

const FREE = "(?<![A-Za-z0-9])";

/** A token by the beginning that its service gave it; the words are what is looked for first, in lower case. */
function key(words: string, source: string, is?: (match: string) => boolean): Finder {
  return patternFinder(words.split(" "), new RegExp(`${FREE}${source}`, "g"), is);
}

/** `sk-` begins class names too; a key has a long piece that is no word. */
function keyLike(token: string): boolean {
  return token.split(/[-_]/).some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part));
}

/** The keys and tokens of common services. */
const providerTokens: readonly Finder[] = [
  // Our own: a key, or the token of a login link.
  patternFinder(["mk_", "ml_"], /(?<![\w-])m[kl]_[\w-]{1,1024}\.[a-z0-9]{8,32}\.[\w-]{43}/g),
  key("sk-", "sk-[A-Za-z0-9_-]{16,}", keyLike),
  key("ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{16,}"),
  key("github_pat_", "github_pat_[A-Za-z0-9_]{16,}"),
  key("glpat-", "glpat-[A-Za-z0-9_-]{16,}"),
  key("akia asia", "A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
  key("aiza", "AIza[A-Za-z0-9_-]{30,}"),
  key("ya29.", "ya29\\.[A-Za-z0-9_-]{20,}"),
  key("gocspx-", "GOCSPX-[A-Za-z0-9_-]{20,}"),
  key("xox", "xox[abeoprs]-[A-Za-z0-9-]{10,}"),
  key("xapp-", "xapp-[A-Za-z0-9-]{10,}"),
  key("k_live_ k_test_", "[sr]k_(?:live|test)_[A-Za-z0-9]{8,}"),
  key("whsec_", "whsec_[A-Za-z0-9+/=]{16,}"),
  key("npm_", "npm_[A-Za-z0-9]{30,}"),
  key("pypi-", "pypi-[A-Za-z0-9_-]{32,}"),
  key("hf_", "hf_[A-Za-z0-9]{24,}"),
  key("sg.", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,}"),
  patternFinder(["eyj"], /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g),
  // Telegram: the id of a bot and its key.
  patternFinder([":aa"], /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}/g),
  patternFinder(
    ["/services/t"],
    /(?<=hooks\.slack\.com\/services\/)T[A-Z0-9]{6,16}\/B[A-Z0-9]{6,16}\/[A-Za-z0-9]{16,32}/g,
  ),
  patternFinder(["api/webhooks/"], /(?<=api\/webhooks\/\d{17,20}\/)[A-Za-z0-9_-]{40,100}/g),
  patternFinder(
    ["bearer", "basic "],
    /(?<=\b(?:bearer|basic)\s{1,3})[A-Za-z0-9._~+/-]{12,}={0,2}/gi,
    (found) => /\d/.test(found) || (found.match(/[a-z][A-Z]/g) ?? []).length > 1,
  ),
];

const DISCORD = new RegExp(`${FREE}[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}`, "g");

/** Discord's have no prefix: an account's id in base64, a time, a signature. */
const discordTokens: Finder = {
  shape: /\.[\w-]{6}\.[\w-]{27}/,
  find: (text) => piecesIn(text, DISCORD, "token"),
};

const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;

/** An AWS secret has no prefix: 40 characters of mixed cases in the company of an access key's id. */
const awsSecret: Finder = {
  far: true,
  words: ["akia", "asia"],
  find: (text) =>
    /A(?:KIA|SIA)[A-Z0-9]{16}/.test(text)
      ? piecesIn(text, AWS_SECRET, "token", (token) =>
          [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(token)),
        )
      : [],
};

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** PEM and PGP blocks. Without its end a block reaches as far as it looks like one. */
const pemKeys: Finder = {
  far: true,
  words: ["private key"],
  *find(text): Iterable<SensitiveSpan> {
    let after = 0;
    let end: RegExpExecArray | null | undefined;
    for (const { 0: begin, index } of text.matchAll(BEGIN)) {
      if (index < after) continue;
      if (end !== null) {
        END.lastIndex = index;
        end = END.exec(text);
      }
      after = end === null ? endOfBody(text, index + begin.length) : end.index + end[0].length;
      yield { start: index, end: after, kind: "private_key" };
    }
  },
};

/** Lines of base64, also where JSON wrote their breaks as `\n`, and the headers before them. */
function endOfBody(text: string, from: number): number {
  const line =
    /(?:\s|\\[nr])*(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200})/uy;
  line.lastIndex = from;
  let end = from;
  while (line.test(text)) end = line.lastIndex;
  return end;
}

/** The password in `scheme://user:password@host`. */
const urlPasswords: Finder = {
  words: ["://"],
  *find(text): Iterable<SensitiveSpan> {
    for (const match of text.matchAll(/(:\/\/[^\s:/@"'<>]{0,128}:)([^\s/"'<>]{1,256})@(?=[\w[])/g)) {
      const start = match.index + match[1]!.length;
      if (!isPlaceholder(match[2]!)) yield { start, end: start + match[2]!.length, kind: "password" };
    }
  },
};

export const tokenFinders: readonly Finder[] = [
  pemKeys,
  ...providerTokens,
  discordTokens,
  awsSecret,
  urlPasswords,
];
