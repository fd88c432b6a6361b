import type { Span } from "../domain/erase.ts";
import { sentences } from "./shared/sentences.ts";
import { terms } from "./shared/terms.ts";

/** Words that a claim is made with and not about: by one of these alone nobody knows what was meant. */
const GENERIC = new Set(
  terms(
    "like likes love loves hate hates prefer prefers live lives work works working job have has own owns name named called " +
      "call favourite favorite want wants need needs use uses using eat eats drink drinks play plays go goes think know say " +
      "said tell make get take come feel new old good bad great day week month year time people person user friend family " +
      "home house city country thing lot always never often usually really very also remember forget please allergic birthday born",
  ),
);
const GENERIC_HAN =
  /^(?:[我你他她您的是在有了不也都很吃喝住叫用和跟去来想要会]|喜欢|讨厌|用户|名字|工作|生日|过敏|最喜|欢的|记住|忘记|忘掉|请忘)+$/u;

/**
 * The sentences of a text that speak of what a claim says: those with a word of it that is neither a common one nor
 * part of what other claims from the same text, which stay, say.
 */
export function mentionsOf(
  text: string,
  claim: string,
  { kept, subject }: { readonly kept: readonly string[]; readonly subject: string | null },
): Span[] {
  const common = new Set([...kept, subject ?? ""].flatMap((one) => terms(one)));
  const telling = terms(claim).filter(
    (term) => !common.has(term) && !GENERIC.has(term) && !GENERIC_HAN.test(term),
  );
  if (telling.length === 0) return [];
  const wanted = new Set(telling);
  return sentences(text).flatMap(({ text: sentence, start }) =>
    terms(sentence).some((term) => wanted.has(term)) ? [[start, start + sentence.length] as const] : [],
  );
}
