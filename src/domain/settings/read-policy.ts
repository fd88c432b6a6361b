import { z } from "zod";
import { limit, setting, share, weight } from "./fields.ts";

/** What bounds a read (R29, R59). The weights are those of R30's score. */
export const ReadPolicy = z
  .strictObject({
    enable: setting(z.boolean(), true, "Whether memories are recalled at all."),
    retriever: setting(
      z.enum(["hybrid", "words", "strength", "all"]),
      "hybrid",
      "How memories are found: `hybrid` by words and meaning, `words` by BM25 alone, `strength` the strongest whatever is asked, `all` every one of them.",
    ),
    categories: setting(
      z.array(z.string().min(1)).nullable(),
      null,
      "The only categories of memories that are recalled unasked; `null` = all.",
    ),
    threshold: setting(
      share.nullable(),
      null,
      "The least relevance a memory needs, 0–1; `null` = the measured floor below which nothing helps.",
    ),
    minStrength: setting(share, 0, "The least strength a memory needs to be recalled unasked."),
    deadlineMs: setting(
      limit,
      2_000,
      "After this long a recall answers with what it has, marked degraded; `null` = never.",
    ),
    maxItems: setting(limit, 15, "Memories in one answer; `null` = no limit."),
    maxTokens: setting(limit, 800, "Tokens of one rendered block, headings included; `null` = no limit."),
    maxPerType: setting(limit, 5, "Memories of one type in one answer; `null` = no limit."),
    minConfidence: setting(share, 0.5, "The least confidence a memory needs to be recalled."),
    quotes: setting(
      z.boolean(),
      false,
      "Whether the user's own words are recalled, as dated quotes, where no memory says the same. They are not where the write policy or consent holds claims back: a quote would go around it.",
    ),
    core: setting(
      z.boolean(),
      false,
      "Whether every prompt holds how to address the user, their standing wishes and their limits, such as allergies.",
    ),
    coreTokens: setting(limit, 160, "Tokens that the core takes at most; `null` = no limit of its own."),
    recencyWeight: setting(weight, 0.3, "How much it counts that a memory is recent."),
    importanceWeight: setting(weight, 0.4, "How much it counts that a memory is important."),
    similarityWeight: setting(weight, 0.3, "How much it counts that a memory is relevant to the query."),
  })
  .prefault({})
  .describe("What bounds a read.");
