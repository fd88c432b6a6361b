import { extractByRules, type Heard } from "../../language/extract.ts";
import type { Extracted, ExtractInput } from "./extractor.ts";

/** Without a language model: rules, which see what is plainly said and nothing else. */
export async function byRules(
  { said, from }: Pick<ExtractInput, "said" | "from">,
  heard?: Heard,
): Promise<Extracted> {
  return {
    ...extractByRules(said, from, heard),
    forget: [],
    refused: [],
    model: null,
    promptHash: null,
    complete: true,
    cutOff: false,
  };
}
