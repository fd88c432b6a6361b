import { withoutBlocks } from "../domain/injected/without-injected.ts";
import { type Piece, pieces } from "./pieces.ts";
import { isSecret } from "./shared/finding.ts";
import { mask } from "./shared/mask.ts";
import { withoutPasted } from "./shared/payload.ts";
import { looksForged } from "./suspicion.ts";

/** A user's message as somebody reads it who may quote it later. */
export interface Message {
  /** The sentences that tell something; none of a message that gives hidden or forged orders. */
  readonly told: readonly Piece[];
  /** Those of them that belong in every prompt: form of address, standing wishes, limits. */
  readonly core: readonly Piece[];
  /** It says that something is not, or no longer, as it was told. */
  readonly updates: boolean;
  /** It takes back what was said just before. */
  readonly takesBack: boolean;
}

const NOTHING: Message = { told: [], core: [], updates: false, takesBack: false };

/** Stands where secrets and private words were. */
const CUT_OUT = /\[(?:secret|private|erased)\]/;
/** Somebody else's message that is answered to, as clients quote it. */
const ANSWERED = /^(?:>|&gt;|「[^」]{1,400}」[\s—-]{0,9}$)/u;

/** The characters that `mask` leaves in place of quoted words, and around short names and titles. */
const HIDDEN = /[\ue000-\uf8ff]{1,600}/g;
const MARK = /\u200b/g;

export function readMessage(given: string): Message {
  if (looksForged(given) !== null) return NOTHING;
  // Only the speaker's own words, at the places where they stand in the message.
  const text = mask(withoutPasted(withoutBlocks(given))).text;
  const all = pieces(text).map((piece) => ({
    ...piece,
    text: piece.text.replace(HIDDEN, "…").replace(MARK, '"').replace(/ {2,}/g, " "),
  }));
  const told = all.filter((piece, i) => isOwn(piece) && (!piece.saying.idle || isMeant(piece, all[i + 1])));
  return {
    told,
    core: told.filter(isCore),
    updates: told.some(({ saying }) => saying.update),
    takesBack: all[0]?.saying.takesBack === true,
  };
}

function isOwn({ text, saying }: Piece): boolean {
  return !saying.command && !CUT_OUT.test(text) && !ANSWERED.test(text) && !isSecret(text);
}

const ASKS = /[?？]$/u;
const POINTS_BACK =
  /^(?:(?:and|but|so) )?(?:he|she|it|they|his|hers?|its|theirs?|that|this|those|these)\b|^(?:他|她|它|这|那)/iu;

/** A question that the next sentence speaks of: "A gift for a physio? Hers is called Ann" says nothing without it. */
function isMeant({ text }: Piece, next: Piece | undefined): boolean {
  return (
    next !== undefined && ASKS.test(text) && !next.saying.idle && isOwn(next) && POINTS_BACK.test(next.text)
  );
}

function isCore({ saying }: Pick<Piece, "saying">): boolean {
  return saying.wish || saying.address || saying.limit;
}

/** A message that wants something: a reason, an idea, a name. */
const WANTS =
  /[?？]|\b(?:any ideas?|any tips|can you|could you|help me|how|why|what|which)\b|帮我|怎么|什么|吗|推荐|为啥|求/iu;

/** How somebody takes up what they were answered. */
const TAKES_UP =
  /^(?:(?:oh|ah|ooh|haha|ok|okay)[\s,.!]{1,3})?(?:yep|yup|yes|yeah|ya|perfect|great|nice|that'?s it|that was it|let'?s|lets|sounds|deal|done|i'?ll (?:take|go)|going with|went with)\b|^(?:哦|嗯|啊|哈)*[，,！!\s]{0,3}(?:对(?!了)|就(?:这|它|用|选|叫|定)|是的|果然|还真是|那就|定了|好主意|听你的)|^[\p{L}\p{N}]{1,12}(?:不错|可以|挺好|好听|就行)/iu;

/** Whether a message wants an answer that its author may take up. */
export function wantsAnswer(text: string): boolean {
  return WANTS.test(text);
}

/** "Yep that was it, two pods", marina不错！就这个: without the question before it nobody knows what it is about. */
export function takesUp(text: string): boolean {
  return TAKES_UP.test(text);
}
