import { withoutBlocks } from "../domain/without-injected.ts";
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
/** An address or a piece of code that somebody names, as long as a person would copy it. */
const NAMED = /^(?:https?:|`).{1,200}$/i;
const MARK = /\u200b/g;

export function readMessage(given: string): Message {
  if (looksForged(given) !== null) return NOTHING;
  // Only the speaker's own words, at the places where they stand in the message.
  const { text, restore } = mask(withoutPasted(withoutBlocks(given)));
  const named = (hidden: string): string => {
    const original = restore(hidden);
    return NAMED.test(original) ? original : "…";
  };
  const all = pieces(text).map((piece) => {
    const readable = (hidden: string): string => hidden.replace(MARK, '"').replace(/ {2,}/g, " ");
    const plain = readable(piece.text.replace(HIDDEN, "…"));
    const exact = readable(piece.text.replace(HIDDEN, named));
    return { ...piece, text: plain, ...(exact === plain ? {} : { exact }) };
  });
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
