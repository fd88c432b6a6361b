import { PART_TEXTS, type RelevancePart } from "../../../src/domain/relevance/relevance.ts";

/** The signals of relevance, in the words of their declarations. */
export const signalTexts = Object.fromEntries(
  Object.entries(PART_TEXTS).map(([name, { text, label = text }]) => [`signal.${name}`, label]),
) as Readonly<Record<`signal.${RelevancePart["signal"]}`, string>>;
