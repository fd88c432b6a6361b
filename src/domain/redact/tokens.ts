import type { Finder, Piece } from "./finder.ts";
import { isPlaceholder } from "./looks.ts";

interface Shape {
  readonly words: readonly string[];
  readonly pattern: RegExp;
  /** A last look, where the shape alone would take harmless words too. */
  readonly check?: (found: string) => boolean;
}

const FREE = "(?<![A-Za-z0-9])";

/** `sk-` begins class names too; a key has a long piece that is no word. */
function keyLike(found: string): boolean {
  return found.split(/[-_]/).some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part));
}

/** The keys and tokens of common services, each by the prefix its service gave it. */
const SHAPES: readonly Shape[] = [
  // Our own: a key, or the token of a login link.
  { words: ["mk_", "ml_"], pattern: /(?<![\w-])m[kl]_[\w-]{1,1024}\.[a-z0-9]{8,32}\.[\w-]{43}/g },
  { words: ["sk-"], pattern: new RegExp(`${FREE}sk-[A-Za-z0-9_-]{16,}`, "g"), check: keyLike },
  {
    words: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: new RegExp(`${FREE}gh[pousr]_[A-Za-z0-9]{16,}`, "g"),
  },
  { words: ["github_pat_"], pattern: new RegExp(`${FREE}github_pat_[A-Za-z0-9_]{16,}`, "g") },
  { words: ["glpat-"], pattern: new RegExp(`${FREE}glpat-[A-Za-z0-9_-]{16,}`, "g") },
  { words: ["akia", "asia"], pattern: new RegExp(`${FREE}A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])`, "g") },
  { words: ["aiza"], pattern: new RegExp(`${FREE}AIza[A-Za-z0-9_-]{30,}`, "g") },
  { words: ["ya29."], pattern: new RegExp(`${FREE}ya29\\.[A-Za-z0-9_-]{20,}`, "g") },
  { words: ["gocspx-"], pattern: new RegExp(`${FREE}GOCSPX-[A-Za-z0-9_-]{20,}`, "g") },
  { words: ["xox"], pattern: new RegExp(`${FREE}xox[abeoprs]-[A-Za-z0-9-]{10,}`, "g") },
  { words: ["xapp-"], pattern: new RegExp(`${FREE}xapp-[A-Za-z0-9-]{10,}`, "g") },
  { words: ["k_live_", "k_test_"], pattern: new RegExp(`${FREE}[sr]k_(?:live|test)_[A-Za-z0-9]{8,}`, "g") },
  { words: ["whsec_"], pattern: new RegExp(`${FREE}whsec_[A-Za-z0-9+/=]{16,}`, "g") },
  { words: ["npm_"], pattern: new RegExp(`${FREE}npm_[A-Za-z0-9]{30,}`, "g") },
  { words: ["pypi-"], pattern: new RegExp(`${FREE}pypi-[A-Za-z0-9_-]{32,}`, "g") },
  { words: ["hf_"], pattern: new RegExp(`${FREE}hf_[A-Za-z0-9]{24,}`, "g") },
  { words: ["sg."], pattern: new RegExp(`${FREE}SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,}`, "g") },
  {
    words: ["eyj"],
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  },
  // Telegram: the id of a bot and its key.
  { words: [":aa"], pattern: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}/g },
  {
    words: ["/services/t"],
    pattern: /(?<=hooks\.slack\.com\/services\/)T[A-Z0-9]{6,16}\/B[A-Z0-9]{6,16}\/[A-Za-z0-9]{16,32}/g,
  },
  { words: ["api/webhooks/"], pattern: /(?<=api\/webhooks\/\d{17,20}\/)[A-Za-z0-9_-]{40,100}/g },
  {
    words: ["bearer", "basic "],
    pattern: /(?<=\b(?:bearer|basic)\s{1,3})[A-Za-z0-9._~+/-]{12,}={0,2}/gi,
    check: (found) => /\d/.test(found) || (found.match(/[a-z][A-Z]/g) ?? []).length > 1,
  },
];

const providerTokens: Finder[] = SHAPES.map(({ words, pattern, check }) => ({
  words,
  *find(text): Iterable<Piece> {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (check?.(found) ?? true) yield { start: index, end: index + found.length, kind: "token" };
    }
  },
}));

const DISCORD = new RegExp(`${FREE}[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}`, "g");

/** Discord's have no prefix: an account's id in base64, a time, a signature. */
const discordTokens: Finder = {
  shape: /\.[\w-]{6}\.[\w-]{27}/,
  *find(text): Iterable<Piece> {
    for (const { 0: found, index } of text.matchAll(DISCORD)) {
      yield { start: index, end: index + found.length, kind: "token" };
    }
  },
};

/** An AWS secret has no prefix: 40 characters of mixed cases in the company of an access key's id. */
const awsSecret: Finder = {
  far: true,
  words: ["akia", "asia"],
  *find(text): Iterable<Piece> {
    if (!/A(?:KIA|SIA)[A-Z0-9]{16}/.test(text)) return;
    for (const { 0: found, index } of text.matchAll(
      /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
    )) {
      if (/[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found)) {
        yield { start: index, end: index + found.length, kind: "token" };
      }
    }
  },
};

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** PEM and PGP blocks. Without its end a block reaches as far as it looks like one. */
const pemKeys: Finder = {
  far: true,
  words: ["private key"],
  *find(text): Iterable<Piece> {
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
  *find(text): Iterable<Piece> {
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
