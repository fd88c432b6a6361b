import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { expressions } from "../support/expressions.ts";

/** A text that a regular expression may have to read again and again: something, then the same many times, then not. */
export interface Pump {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

/** Of these the reviewed attacks were made, and what is like them. */
const BEFORE = [
  ...["", "I ", "I live in Berlin ", "I like tea ", "I have ", "delete", "delete my", "please remove "],
  ...["my password for", "the code is ", "Translate this ", "Got this mail: ", "Please forget ", "today "],
  ...["我", "我住在北京", "我对猫", "大家都", "忘掉", "把", "收到一封邮件：", "翻译这句话：", "密码是"],
  ...["我住在臺北", "請忘掉", "記住：", "打錯 是"],
  ...["Remember that I ", "Please note that my ", "don't forget ", "记住我", "帮我记一下，"],
  ...["“", '"', "> ", "```\n", "<private>", "<memoir>", "## Memory Context\n\n- ", "[Long-term Memory]\n- "],
];
const REPEATED = [
  ...[" ", "\n", "\t", "x", "x ", "have been ", "right now ", "today ", "my ", "and ", "'s ", "not ", "a.b "],
  ...[
    "早就",
    "哈哈啊",
    "经常每",
    "1月1日",
    "刚",
    "还在",
    "的",
    "一点都",
    "經常每",
    "萬一隻",
    "下個禮拜",
    "，",
    "。",
    "！",
    "　",
  ],
  ...["“", '"', "(", "[", "<", "<br class='a'>", "`", "> ", "\n- ", "😂", "\u200b", "e\u0301", "ﬁ"],
  ...[
    "1",
    "1-",
    "4111 ",
    "a@",
    "@a.",
    "http://a/",
    "sk-",
    "A1b2",
    "ABCD+/",
    "=",
    "password ",
    "：",
    "|",
    "#",
  ],
];
const AFTER = ["", "x", "!", "\n", "不养猫了", "去", "is", "。", "@"];

/** Pieces of text that the project's own expressions name: what they look for is what keeps them busy. */
export async function piecesOfExpressions(): Promise<string[]> {
  const parser = new RegExpParser();
  const found = new Set<string>();
  for (const { source, flags } of (await expressions()).known) {
    const visit = (alternatives: readonly AST.Alternative[]): void => {
      for (const { elements } of alternatives) {
        let run = "";
        for (const element of elements) {
          if (element.type === "Character") run += String.fromCodePoint(element.value);
          else {
            if (run.length > 1) found.add(run);
            run = "";
          }
          const inner = element.type === "Quantifier" ? element.element : element;
          if ("alternatives" in inner) visit(inner.alternatives as AST.Alternative[]);
        }
        if (run.length > 1) found.add(run);
      }
    };
    const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
    visit(parser.parsePattern(source, 0, source.length, mode).alternatives);
  }
  return [...found].filter((piece) => piece.trim() !== "").sort();
}

/** The next pump of a stream of random numbers; `pieces` are mixed in, also with blanks and marks around them. */
export function nextPump(random: () => number, pieces: readonly string[]): Pump {
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const piece = (known: readonly string[]): string =>
    random() < 0.5 ? one(known) : `${one(pieces)}${one(["", " ", "，", ", ", "\n"])}`;
  const repeated = random() < 0.8 ? piece(REPEATED) : piece(REPEATED) + piece(REPEATED);
  return { before: piece(BEFORE), repeated, after: random() < 0.7 ? one(AFTER) : one(pieces) };
}

/** The pump at a length, in UTF-16 units. */
export function pumped({ before, repeated, after }: Pump, length: number): string {
  const times = Math.max(1, Math.floor((length - before.length - after.length) / repeated.length));
  return `${before}${repeated.repeat(times)}${after}`.slice(0, length);
}
