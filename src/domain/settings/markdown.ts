import { z } from "zod";
import { limit, section, setting, wholeNumber } from "./fields.ts";

/** The scope's memories as a file that people read, edit and carry away. */
export const Markdown = section("The scope's memories as a Markdown file.", {
  // R193
  path: setting(
    z.string().min(1).nullable(),
    null,
    "Where a scope's MEMORY.md is: `~` is the home folder, `{name}` the scope's id, `{kind}` its kind, `{tenant}` its tenant. `null` = there is none unless a call names one.",
  ),
  auto: setting(
    z.boolean(),
    true,
    "Whether the file at `path` is kept by itself: read before a recall, written after changes and when a session ends. Only where its folder exists; `markdown init` makes it.",
  ),
  debounceMs: setting(wholeNumber(0), 500, "How long changes are gathered before the file is written."),
  // C2
  meta: setting(
    z.boolean(),
    true,
    "A comment under each header with what the header cannot say. Without it the file alone does not restore everything.",
  ),
  // R189
  splitAbove: setting(
    limit,
    200,
    "With more entries than this the archived ones go to a second file, `MEMORY.archive.md`; `null` = never.",
  ),
  backups: setting(wholeNumber(0), 5, "How many versions that a person edited are kept, beside `.bak`."),
  // R161
  groups: setting(
    z.record(z.string().min(1), z.array(z.string().min(1))),
    {
      work: ["workflow", "decision", "skill_usage", "experience", "constraints", "goals"],
      life: ["preference", "preferences", "fact", "profile", "personal", "todo", "tasks", "event"],
    },
    "The headings of the context format, each with its categories. A memory with a tag of that name belongs to it, whatever its category.",
  ),
});
