import { z } from "zod";
import { BLOCKS, type BlockName } from "../blocks/index.ts";
import { limit, section, setting, share, weight, wholeNumber } from "./fields.ts";

/** What bounds a read (R29, R59). The weights are those of R30's score. */
export const ReadPolicy = section("What bounds a read.", {
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
});

export const Render = section("How recalled memories are put into a prompt.", {
  format: setting(
    z.enum(BLOCKS.map(({ name }) => name) as [BlockName, ...BlockName[]]),
    "astrbot",
    `The block that is written: ${BLOCKS.map(({ name, doc }) => `${name} (${doc})`).join(", ")}.`,
  ),
  placement: setting(
    z.enum(["system_prepend", "system_append", "before_user"]),
    "system_prepend",
    "Where the block goes. Changing text at the very front costs the provider's prompt cache.",
  ),
  delta: setting(z.boolean(), false, "Tell a thread first what changed since it last looked (F7)."),
  fill: setting(
    z.boolean(),
    false,
    "Pass over a memory that does not fit and try smaller ones, instead of stopping there.",
  ),
  // R327
  maxTokensWithTools: setting(
    limit,
    null,
    "A smaller budget for requests that carry tools; `null` = the same as without.",
  ),
});

export const Changes = section("The change log behind the delta header.", {
  // C24: the last 20 turns, with at most 10 changes a turn.
  keep: setting(wholeNumber(1), 200, "Changes a scope keeps for the delta header; older ones are dropped."),
});

/** Edges between memories that are about the same thing (R243–R246; the numbers are C24's). */
export const Relations = section("Links between memories that are about the same thing.", {
  enable: setting(
    z.boolean(),
    false,
    "Whether memories about the same thing are linked, and links are used in recall.",
  ),
  neighbours: setting(wholeNumber(1), 5, "Links that one memory is given when it is written."),
  minStrength: setting(share, 0.6, "The least similarity of two linked memories."),
  weight: setting(weight, 0.05, "How much its strongest link adds to a memory's score."),
  lines: setting(
    wholeNumber(0),
    2,
    "Related memories that a prompt shows beside those that answer; `0` = none.",
  ),
});

export const Index = section("The indexes in memory from which recall is answered.", {
  maxMegabytes: setting(
    wholeNumber(1),
    256,
    "Memory for the scopes that were read last; a scope that is not among them is read from the database first.",
  ),
});
