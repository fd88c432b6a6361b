/**
 * Words that a message hands over instead of saying them: a text to translate or to correct, a story, a scene that is
 * played. They are blanked, not cut out, so that places stay the same.
 */
export interface Own {
  readonly text: string;
  /** A scene was begun (true) or ended (false) that goes on in the next messages; `undefined`: neither. */
  readonly scene: boolean | undefined;
}

/** A request stands where a clause begins, or after words that ask; "I translate novels" is a statement. */
const ASKS =
  "(?:^|[.!?\\n:;,，。！？：；]\\s{0,4}|\\b(?:please|pls|plz|can you|could you|will you|would you|help me(?: to)?|want you to|like you to|need you to|now|just|so|ok(?:ay)?)\\s+)";
const TEXT =
  "(?:text|sentences?|paragraphs?|essay|e-?mail|letter|messages?|poem|lyrics|bio|grammar|passage|abstract|draft|article|caption|following|cv|r[ée]sum[ée])";

/** Where the handed-over words begin: after a colon or line break in the cue's sentence, else after that sentence. */
const TEXT_WORK = new RegExp(
  `${ASKS}(?:translate|translation|summari[sz]e|proof-?read|rephrase|paraphrase|re-?write|reword|polish|shorten)\\b(?=[^.!?\\n]{0,60}?(?:\\b(?:this|these|that|it|above|below|in(?:to)? [A-Z][a-z]+|to [A-Z][a-z]+|${TEXT})\\b|[:：\\ue000-\\uf8ff]))` +
    `|${ASKS}(?:check|correct|edit|fix|improve|review|critique|grade|analy[sz]e|explain|spell-?check|simplify|convert|complete|continue)\\b(?=[^.!?\\n]{0,40}?\\b${TEXT}\\b| (?:this|it|that|these) ?[:：])` +
    `|\\b(?:tl;?dr|how (?:do|would|can) (?:you|i|we) say|here(?:'s| is) (?:my|the|a) (?:\\w+ )?${TEXT})(?=\\W)`,
  "i",
);
const CHINESE_TEXT_WORK =
  /(?:翻译|翻譯|译成|譯成|润色|潤色|改写|改寫|总结|總結|概括|校对|校對|缩写|扩写|续写|仿写|改错|批改)(?=[^。！？\n]{0,12}(?:这|這|以下|下面|下列|上面|一下|成|为|為|到|句|段|文|篇|诗|詩|话|話|[:：\ue000-\uf8ff])|[^。！？\n]{0,4}$)|(?:修改|精简|点评|检查)(?=[^。！？\n]{0,10}(?:句|段|文|篇|诗|语法|简历|作文|邮件))|用(?:英[语文]|中文|日[语文]|法[语文]|德[语文]|韩[语文]|西班牙[语文]|英語|日語)怎么[说讲]|这(?:句|段)(?:话|文字|歌词)?(?:是?什么意思|对吗|对不对|通顺吗|有没有(?:语病|错)|怎么改)|造句[:：]/u;

const STORY = new RegExp(
  `${ASKS}(?:write|tell|compose|make up|create|generate|draft|give|continue)(?: me| us)? (?:an? |the |another |some |my )?(?:\\w+ ){0,4}?(?:story|stories|tale|poem|haiku|limerick|song|lyrics|rap|script|screenplay|dialogue|scene|novel|chapter|monologue|fan ?fic\\w*|diary entry|jokes?|skit|sketch|essay|persona|character|tweet|post|caption|bio|status|slogan|toast|speech|review|dating profile|cover letter|about me|headline|ad)\\b` +
    "|\\bonce upon a time\\b" +
    "|\\b(?:lyrics|song|poem|verse|chorus|quote|line|caption|tweet|post|sign|shirt|letter|note|sentence|email|review|ad|slogan|meme)s? (?:goes|go|says|say|said|reads|read|is|are|was)\\b(?: like)?(?: this)? ?[:：]" +
    "|\\b(?:i|he|she|it|they|you|we) (?:just )?(?:typed|wrote|entered|pasted|put down|printed) ?[:：]",
  "i",
);
const CHINESE_STORY =
  /(?:帮我|给我|替我|请)写[:：]|(?<!想|在|打算|会|會|喜欢|喜歡|(?<![帮給给替为為幫])我)(?:写|寫|编|編|讲|講|创作|創作|生成)(?:一|个|個|篇|首|段|封|则|則|点|點|我|给|給){1,4}[^，。！？\n]{0,16}(?:故事|诗|詩|小说|小說|歌词|歌詞|剧本|劇本|对话|對話|文案|作文|日记|日記|台词|笑话|笑話|段子|情书|童话|独白|演讲稿)|从前有|歌词(?:是|里|裡|写|唱)|有(?:句|首)(?:歌词|歌|诗|话)/u;

const LET_US_PLAY =
  /\b(?:let'?s|let us|can we|shall we) (?:do (?:a |some )?)?(?:role-?play\w*|pretend|play (?:pretend|make-?believe|d&d|dungeons))\b|\brole-?play (?:with me|as|a|where|scenario|time)\b|\brole-?play ?:|(?:^|[.!?,:;] *|\bnow )(?:pretend|imagine) (?:that )?(?:i|i'm|im|we|we're|my)\b|\bi(?:'ll| will|'m going to) (?:play|be) the\b|\bin this (?:scenario|role-?play|scene)\b|(?:^|[.!?] *)you(?:'re| are)(?: now)? (?:an?|the|my) [^.!?\n]{1,40}?(?:,| and|, and) i(?:'m| am|'ll be| will be) (?:an?|the|your)\b/i;
const CHINESE_PLAY =
  /角色扮演|(?:我|咱)们?来(?:扮演|演|玩(?:个|一个)?角色)|我(?:来)?(?:扮演|演)(?:一)?|(?:假装|假裝|假设|假設)我|你(?:来)?扮演[^，。]{1,20}[，,]?我(?:扮演|来演|演|是)/u;
const FICTION =
  /(?:^|[.!?\n:;,] *|\b(?:now|just|please|so|ok|okay|let'?s|let us|and) )(?:imagine|pretend|suppose|supposing|say i)\b|\b(?:picture this|hypothetically|what if|let'?s say|let us say|in (?:my|our|this) (?:[\w&]+ ){0,2}?(?:story|novel|script|dreams?|nightmare|campaign|comic|screenplay|fanfic\w*|game|book)(?=,|:| i\b| i'm\b| my\b| we\b)|my (?:main )?(?:character|oc|protagonist|avatar|persona)\b|i (?:dreamt|dreamed|had a (?:\w+ )?dream)\b|from the (?:perspective|point of view) of|as if i (?:was|were|am)\b)|\b(?:scenario|premise|setting|plot|character sheet|backstory) *:/i;
const CHINESE_FICTION =
  /假设|假設|假如|假装|假裝|想象一下|想像一下|设想|試想|试想|扮演|如果你是|你现在是一|你現在是一|(?:小说|小說|故事|剧本|劇本|梦|夢|游戏|遊戲|设定|電影|电影)(?:里|裡|中|裏)[，,]?|我的角色|(?:做了?(?:个|一个)?|[我晚天])(?:梦见|夢見|梦到|夢到|梦里)|人设|设定[:：]|以.{1,8}的口吻|第一人称/u;
const SCENE_ENDS =
  /\b(?:(?:stop|end|exit|quit|leave|enough|done with|finish|pause|drop)(?: of)?(?: the| this| our| with)? (?:role-?play\w*|game|scene|act|pretending|story)|back to (?:reality|real life|normal|being)|out of character|ooc|in real life|irl|end scene|seriously now|for real)\b|(?:结束|停止|退出|不玩|别演|不演|出戏)(?:角色扮演|扮演|游戏|了)?|回到现实|说正经的|言归正传|现实(?:中|里)/iu;

/** What comes after such a label is handed over: an example, a text that was forwarded, a riddle. */
const LABELLED =
  /(?:^|\n|[.!?。！？]\s{0,3})[ ]*(?:(?:for )?example|e\.g\.|template|sample(?: \w+)?|fwd?|forwarded(?: message)?|begin forwarded message|-+ ?(?:original|forwarded) message ?-*|lyrics|riddle|quiz|joke|caption|slogan|copypasta|prompt|test (?:sentence|input|case)|as an example|例如|比如(?:说)?|示例|样例|模板|范文|转发|转自|歌词|台词|谜语|脑筋急转弯|造句|文案|段子|笑话|考题|题目)[ ]*[:：]/iu;

/** A notice or a mail that somebody hands on: 【转发】…, "got this mail: …". */
const HANDED_ON =
  /(?:^|\n)[ ]{0,8}(?:【[^】\n]{1,16}】|\[(?:转发|公告|通知|fwd?|forwarded)\]|(?:群?公告|通知|通告|启事|转)[:：])|\b(?:got|received|forwarding|pasting|copied|copying) (?:this|the|an?) (?:[\w-]{1,16} ){0,2}(?:e-?mail|mail|message|text|letter|post|notice|announcement)\b[^\n.!?:]{0,40}[:\n]/i;

/** A letter or a mail that was pasted: its greeting stands alone on a line. */
const LETTER =
  /^[ ]*(?:subject: |to whom it may concern|(?:dear [^\n]{1,40}[,:]|尊敬的.{1,20}[:：]|亲爱的.{1,12}[:：])[ ]*$)/im;

const SENTENCE_END = /(?<![.!?。！？])[.!?。！？]+(?=\s|$|[\p{sc=Han}])|\n/u;
const ABOVE = /\b(?:this|that|it|above|these|in(?:to)? [A-Z][a-z]+|to [A-Z][a-z]+)\b|[\p{sc=Han}]/u;

export function ownWords(text: string, inScene: boolean): Own {
  const ends = SCENE_ENDS.exec(text);
  if (inScene) {
    if (ends === null) return { text: blanked(text, 0), scene: undefined };
    return { text: blanked(text, 0, ends.index + ends[0].length), scene: false };
  }
  const play = earliest(text, [LET_US_PLAY, CHINESE_PLAY]);
  if (play !== undefined && ends === null) return { text: blanked(text, play.start), scene: true };

  let own = text;
  const work = earliest(own, [TEXT_WORK, CHINESE_TEXT_WORK]);
  if (work !== undefined) own = withoutText(own, work);
  const story = earliest(own, [STORY, CHINESE_STORY]);
  if (story !== undefined) own = blanked(own, story.start);
  const fiction = earliest(own, [FICTION, CHINESE_FICTION]);
  if (fiction !== undefined) own = withAsides(own, blanked(own, fiction.start));
  const label = earliest(own, [LABELLED, HANDED_ON]);
  if (label !== undefined) own = blanked(own, label.start);
  const letter = LETTER.exec(own);
  if (letter !== null) own = blanked(own, letter.index);
  return { text: own, scene: undefined };
}

interface Cue {
  readonly start: number;
  readonly end: number;
}

function earliest(text: string, cues: readonly RegExp[]): Cue | undefined {
  let first: Cue | undefined;
  for (const cue of cues) {
    const match = cue.exec(text);
    if (match === null) continue;
    const start = match.index + match[0].search(/[^\s.!?:;,，。！？：；]/);
    if (first === undefined || start < first.start) first = { start, end: match.index + match[0].length };
  }
  return first;
}

/** The words to work on stand after the cue's sentence, or, where nothing follows it, before it. */
function withoutText(text: string, { start, end }: Cue): string {
  const after = text.slice(end);
  const colon = after.search(/[:：\n]/);
  const stop = after.search(SENTENCE_END);
  const sentence = stop < 0 ? after.length : stop + 1;
  const ends = end + (colon >= 0 && colon < sentence ? colon + 1 : sentence);
  const followed = /[\p{L}\p{N}\ue000-\uf8ff]/u.test(text.slice(ends));
  return !followed && ABOVE.test(text.slice(start, ends)) ? blanked(text, 0) : blanked(text, start);
}

/** What stands in brackets is about whatever stands before it, unless it says whom it is about. */
const BRACKETED = /[(（]([^()（）\n]{0,200})[)）]/gu;
const OWN_BRACKET = /^\s*(?:i|i'm|im|i've|my|we|our|我|俺|咱)(?![a-z])/i;

export function withoutBrackets(text: string): string {
  return text.replace(BRACKETED, (found, inner: string) =>
    OWN_BRACKET.test(inner) ? found : " ".repeat(found.length),
  );
}

/** What stands in brackets inside of a supposition is often how things really are. */
const ASIDE =
  /[(（](?:i|i'm|im|my|btw|fyi|in reality|actually|我|其实|实际上|现实)(?![a-z])[^)）\n]{2,120}[)）]/gi;

function withAsides(before: string, after: string): string {
  let text = after;
  for (const { 0: aside, index } of before.matchAll(ASIDE)) {
    text = `${text.slice(0, index)}${aside.replace(/[(（]/, " ").replace(/[)）]/, ".")}${text.slice(index + aside.length)}`;
  }
  return text;
}

function blanked(text: string, from: number, to = text.length): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to);
}
