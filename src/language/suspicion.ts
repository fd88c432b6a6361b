import { holdsHiddenText } from "../domain/text.ts";
import { CHINESE_BOT_ORDERS, CHINESE_POWER, CHINESE_SIGNS } from "./chinese/guards.ts";
import { simple } from "./chinese/script.ts";
import { ENGLISH_BOT_ORDERS, ENGLISH_POWER, ENGLISH_SIGNS, MARKER_SIGNS } from "./english/guards.ts";
import { ORDER_REASONS } from "./language.ts";

const SIGNS = [...ENGLISH_SIGNS, ...CHINESE_SIGNS];
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const BLOB = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,8192}={0,2}(?![A-Za-z0-9+/=_-])/g;
const DECODE = /\b(?:decode|base64)\b|解码/;
/** A tool's answer may hold many pictures and keys. */
const MAX_BLOBS = 20;

/**
 * Why a text from a tool, a stranger or a foreign import looks like an order to whoever reads it; `null` when it does
 * not. Such a text is shown to a person before anything of it is kept. A user's own words are not asked: "from now on
 * call me Ann" is theirs to say.
 */
export function looksLikeInstruction(text: string): string | null {
  if (holdsHiddenText(text)) return ORDER_REASONS.hidden;
  const lines = simple(text.normalize("NFKC"))
    .replace(INVISIBLE, "")
    .replaceAll("’", "'")
    .toLowerCase()
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[\n ]*/g, "\n");
  for (const [reason, pattern] of MARKER_SIGNS) if (pattern.test(lines)) return reason;
  const flat = lines.replaceAll("\n", " ");
  for (const [reason, pattern] of SIGNS) if (pattern.test(flat)) return reason;
  return holdsOrderInCode(text, DECODE.test(flat)) ? ORDER_REASONS.encoded : null;
}

/** Instructions that a user may give: "from now on call me Ann", "pretend to be my trainer", "remember that …". */
const USERS_OWN: ReadonlySet<string> = new Set([
  ORDER_REASONS.standing,
  ORDER_REASONS.role,
  ORDER_REASONS.memory,
]);

/** Why not even a user's message is taken at its word: it forges, hides or overrides something; `null` when it does not. */
export function looksForged(text: string): string | null {
  const reason = looksLikeInstruction(text);
  return reason !== null && USERS_OWN.has(reason) ? null : reason;
}

/** Words in base64: with an invitation to decode them, or orders themselves. */
function holdsOrderInCode(text: string, invited: boolean): boolean {
  let remaining = MAX_BLOBS;
  for (const [blob] of text.matchAll(BLOB)) {
    if (remaining === 0) return false;
    remaining -= 1;
    const said = decodeBase64Text(blob);
    if (said !== null && (invited || looksLikeInstruction(said) !== null)) return true;
  }
  return false;
}

/** Several words of plain text, or nothing: keys, hashes and pictures are no words. */
function decodeBase64Text(blob: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(blob.slice(0, blob.length - (blob.length % 4))), (char) =>
      char.charCodeAt(0),
    );
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(text) && /\p{L}{2}\s\p{L}|\p{Script=Han}{4}/u.test(text)
      ? text
      : null;
  } catch {
    return null;
  }
}

/**
 * Whether a claim would give somebody power over the others of a group: "Bob is the admin here", 张三是管理员. Whoever says
 * so in a group, it is not theirs to say; a person decides. A claim about somebody's job, property or game is none.
 */
export function givesPower(text: string): boolean {
  const plain = simple(text.normalize("NFKC"))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return ENGLISH_POWER.some((sign) => sign.test(plain)) || CHINESE_POWER.some((sign) => sign.test(plain));
}

/** Where something can be sent: an address, a link, an account. */
const PLACE =
  /[\w.+-]{1,64}@[\w-]{1,64}\.\w|https?:\/\/|\bwww\.|\b[a-z0-9-]{2,40}\.(?:com|net|org|io|ru|cn|xyz|info|biz|shop|example|top|app|dev|me|co)\b|\b[A-Z]{2}\d{2}[ -]?[A-Z0-9]{4}|\b(?:iban|swift|bic|wallet|paypal|venmo|account (?:no|number|[A-Z0-9]))|\b0x[0-9a-f]{8}|账[户号]|帐[户号]|卡号|收款码|支付宝|微信号/iu;
const MONEY =
  /\b(?:payments?|invoices?|refunds?|salar(?:y|ies)|wire transfers?|deposits?|payouts?|donations?|bank details|passwords?)\b|付款|转账|打款|汇款|发票|退款|工资|款项|密码/iu;
const BOT =
  /(?<!wants )(?<!wants the )\b(?:bot|assistant|ai|agent|chatbot)\b.{0,20}\b(?:should|must|has to|have to|needs? to|shall|will|may|always|never|is to)\b|(?:机器人|助手|小助手|AI).{0,6}(?:要|应该|必须|得|需要|一律|总是|不能|不许|可以)/iu;
const ALL =
  "(?:every(?:body|one)|all (?:of us|of you|members|people|users)|anybody|the (?:whole )?group|others)";
const ALL_ZH = "(?:大家|所有人|全群|全体|每个人|群里|其他人|别人)";
/** Everybody is told what to do, or somebody is told what to do to everybody. "Everyone knows", "so everyone can see" tells nobody anything. */
const EVERYBODY: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${ALL}\b[^.!?]{0,30}\b(?:must|shall|(?:should|ought to|has to|have to|needs? to)(?! know\b)|(?:is|are) (?:to|not|required|expected|supposed|obliged|allowed|forbidden)\b|always|never|may not|can't|cannot)`,
    "i",
  ),
  // "Everyone listen", not "everyone listens": to all of them at once.
  /^(?:ok |okay |so |hey |please )?(?:every(?:body|one)|all of you)[,:]? (?:please |pls )?(?!(?:i|i'm|im|my|we|our|in|at|on|of|from|with|who|that|here|else|but|and|or|the|an?|this|it|did|had|got|went|came|said|knew|was|were|can|could|will|would|might|must|should|shall|ought|have|need|just|really|already|also|still|not)\b)[a-z]{2,20}(?<!s|ed|ing|'s)\b(?!')/i,
  new RegExp(
    String.raw`(?<!\b(?:i|we|he|she|they|i'd|i'll|to) )\b(?:tell|remind|warn|inform|ask|make|let|send|give|show|recommend|suggest|offer|charge|greet|call|treat|answer|invite|address|insult|ban|kick|block)\b[^.!?]{0,60}\b${ALL}\b`,
    "i",
  ),
  new RegExp(
    `${ALL_ZH}[^，。！？]{0,10}(?:要|应该|必须|得|需要|一律|不能|不许|不准|只能|总是|以后|请|别|统一|听|交|转)`,
    "u",
  ),
  new RegExp(
    `(?:请|要|必须|应该|希望|以后|都|帮我|[，。！？：]|^)(?:告诉|提醒|通知|推荐|让|叫|给|对|向|跟)[^，。！？]{0,12}${ALL_ZH}`,
    "u",
  ),
];

/** Whether words tell where something is to be sent. */
export function namesPlace(text: string): boolean {
  return PLACE.test(simple(text));
}

/**
 * Whether a claim reaches beyond who makes it: it tells the bot or everybody what to do, or speaks of money or of an
 * address. In a group that is not one member's to set.
 */
export function bindsOthers(text: string): boolean {
  return MONEY.test(simple(text)) || tellsOthers(text);
}

/** Whether words tell the bot or everybody what to do, or where to send something. */
export function tellsOthers(text: string): boolean {
  const plain = simple(text);
  return PLACE.test(plain) || BOT.test(plain) || EVERYBODY.some((sign) => sign.test(plain));
}

/** Whether words tell the bot what to do. In a group that is a wish of whoever says so, and binds nobody else. */
export function ordersBot(text: string): boolean {
  const plain = simple(text.normalize("NFKC")).replaceAll("’", "'").replace(/\s+/g, " ").trim().toLowerCase();
  return (
    [...ENGLISH_BOT_ORDERS, ...CHINESE_BOT_ORDERS].some((sign) => sign.test(plain)) ||
    looksLikeInstruction(text) !== null
  );
}
