import { z } from "zod";
import { BLOCKS, type BlockName } from "../blocks.ts";
import { PLACEMENTS } from "../inject.ts";
import { flag, limit, section, setting, share, weight, whole } from "./fields.ts";

/** The limits of a read. The weights are those of the score. */
export const ReadPolicySection = section("Limits of a read.", {
  enable: flag(true, "Whether memories are recalled at all."),
  retriever: setting(
    z.enum(["hybrid", "cosine", "words", "strength", "all"]),
    "hybrid",
    "How memories are found: `hybrid` by words and meaning, `cosine` every one of them with the raw cosine as its relevance, `words` by BM25 alone, `strength` the strongest whatever is asked, `all` every one of them.",
  ),
  categories: setting(
    z.array(z.string().min(1)).nullable(),
    null,
    "The only categories of memories that are recalled unasked; `null` = all.",
  ),
  threshold: setting(
    share.nullable(),
    null,
    "The least relevance a memory needs, 0–1; `0` = none, `null` = the measured floor below which nothing helps. By `cosine` there is no floor.",
  ),
  sureFrom: setting(
    share,
    0.5,
    "A question about what was told before is answered by a shown line of at least this relevance; without one a recall is `unsure`.",
  ),
  minStrength: setting(share, 0, "The least strength a memory needs to be recalled unasked."),
  deadlineMs: limit(
    2_000,
    "After this long a recall answers with what it has, marked degraded; `null` = never.",
  ),
  maxItems: limit(15, "Memories in one answer; `null` = no limit."),
  maxTokens: limit(800, "Tokens of one rendered block, headings included; `null` = no limit."),
  maxPerType: limit(5, "Memories of one type in one answer; `null` = no limit."),
  minConfidence: setting(share, 0.5, "The least confidence a memory needs to be recalled."),
  quotes: flag(
    false,
    "Whether the user's own words are recalled, as dated quotes, where no memory says the same. They are not where the write policy or consent holds claims back: a quote would go around it.",
  ),
  core: flag(
    false,
    "Whether every prompt holds how to address the user, their standing wishes and their limits, such as allergies.",
  ),
  coreTokens: limit(160, "Tokens that the core takes at most; `null` = no separate limit."),
  recencyWeight: setting(weight, 0.3, "How much it counts that a memory is recent."),
  importanceWeight: setting(weight, 0.4, "How much it counts that a memory is important."),
  similarityWeight: setting(weight, 0.3, "How much it counts that a memory is relevant to the query."),
});

export const RenderSection = section("How recalled memories are put into a prompt.", {
  format: setting(
    z.enum(BLOCKS.map(({ name }) => name) as [BlockName, ...BlockName[]]),
    "astrbot",
    `The block that is written: ${BLOCKS.map(({ name, doc }) => `${name} (${doc})`).join(", ")}.`,
  ),
  placement: setting(
    z.enum(PLACEMENTS),
    "system_prepend",
    "Where the block goes. Changing text at the very front costs the provider's prompt cache.",
  ),
  delta: flag(false, "Tell a thread first what changed since it last looked (F7)."),
  fill: flag(false, "Pass over a memory that does not fit and try smaller ones, instead of stopping there."),
  maxTokensWithTools: limit(
    null,
    "A smaller budget for requests that carry tools; `null` = the same as without.",
  ),
});

export const ChangesSection = section("The change log behind the delta header.", {
  // The last 20 turns, with at most 10 changes a turn.
  keep: whole(1, 200, "Changes a scope keeps for the delta header; older ones are dropped."),
});

/** Edges between memories that are about the same thing. */
export const RelationsSection = section("Links between memories that are about the same thing.", {
  enable: flag(false, "Whether memories about the same thing are linked, and links are used in recall."),
  neighbours: whole(1, 5, "Links that one memory is given when it is written."),
  minStrength: setting(share, 0.6, "The least similarity of two linked memories."),
  weight: setting(weight, 0.05, "How much its strongest link adds to a memory's score."),
  lines: whole(0, 2, "Related memories that a prompt shows beside those that answer; `0` = none."),
});

export const IndexSection = section("The indexes in memory from which recall is answered.", {
  maxMegabytes: whole(
    1,
    256,
    "Memory for the scopes that were read last; a scope that is not among them is read from the database first.",
  ),
});

const category = z.strictObject({
  name: z.string().min(1),
  context: setting(z.enum(["all", "rag"]), "rag", "`all`: the whole category goes into every context."),
  ragLength: limit(null, "Most memories of a `rag` category in one context; `null` = no limit."),
});

/** How each category comes into a context. A category that is not listed is `rag` without a limit. */
export const CategoriesSection = section("How each category comes into a context.", {
  system: setting(z.array(category), [], "The preset's own categories."),
  custom: setting(
    z.array(category),
    [],
    "Categories of your own; one of the same name replaces the preset's.",
  ),
  share: setting(
    share,
    0.5,
    "The share of a context's tokens that categories of context `all` may take before the retrieved memories; where not all fit, the question decides. They also get what the retrieved ones leave.",
  ),
  names: setting(
    z.record(z.string(), z.string().min(1)),
    {},
    "Names for Memoir's own categories, as in `todo` to `tasks`. A category that a caller names stays as it is.",
  ),
});

type CategoryRule = z.output<typeof category>;

/** The rules by the category's name. */
export function categoryRules(
  settings: z.output<typeof CategoriesSection>,
): ReadonlyMap<string, CategoryRule> {
  return new Map([...settings.system, ...settings.custom].map((rule) => [rule.name, rule]));
}

/** The scope's memories as a file that people read, edit and carry away. */
export const MarkdownSection = section("The scope's memories as a Markdown file.", {
  path: setting(
    z.string().min(1).nullable(),
    null,
    "Where a scope's MEMORY.md is: `~` is the home folder, `{name}` the scope's id, `{kind}` its kind, `{tenant}` its tenant. `null` = there is none unless a call names one.",
  ),
  auto: flag(
    true,
    "Whether the file at `path` is kept by itself: read before a recall, written after changes and when a session ends. Its folders are made.",
  ),
  deleted: setting(
    z.enum(["rewrite", "forget"]),
    "rewrite",
    "What it means that the file was deleted: `rewrite`: it was lost, and is written again; `forget`: its memories are forgotten, restorably. A file that is empty, cannot be read, or whose folder is missing was not deleted.",
  ),
  debounceMs: whole(0, 500, "How long changes are gathered before the file is written."),
  meta: flag(
    true,
    "A comment under each header with what the header cannot say. Without it the file alone does not restore everything.",
  ),
  splitAbove: limit(
    200,
    "With more entries than this the archived ones go to a second file, `MEMORY.archive.md`; `null` = never.",
  ),
  backups: whole(0, 5, "How many versions that a person edited are kept, beside `.bak`."),
  groups: setting(
    z.record(z.string().min(1), z.array(z.string().min(1))),
    {
      work: ["workflow", "decision", "skill_usage", "experience", "constraints", "goals"],
      life: ["preference", "preferences", "fact", "profile", "personal", "todo", "tasks", "event"],
    },
    "The headings of the context format, each with its categories. A memory with a tag of that name belongs to it, whatever its category.",
  ),
});
