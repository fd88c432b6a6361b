import { z } from "zod";
import { MEMORY_TYPES } from "../memory.ts";
import { limit, setting, share, wholeNumber } from "./fields.ts";

const memoryTypes = z.array(z.enum(MEMORY_TYPES));

/** What gates a write (R24, R58). */
export const WritePolicy = z
  .strictObject({
    enable: setting(z.boolean(), true, "Whether memories are written at all."),
    mode: setting(
      z.enum(["shadow", "auto", "manual"]),
      "shadow",
      "Where an accepted candidate lands: `shadow` keeps it apart and never injects it, `auto` makes it active once the thresholds are met, `manual` queues it for approval.",
    ),
    minConfidence: setting(share, 0.6, "The least confidence a candidate needs to become active."),
    // At least one: without a source there is no active memory.
    minEvidenceCount: setting(wholeNumber(1), 1, "How many independent events must back it."),
    // C9: 1 is the letter of R22.
    repetitionCap: setting(
      z.number().min(1),
      1.5,
      "The most that repetition multiplies a confidence by: a tenth for each further piece of evidence. `1` = repetition makes nothing surer.",
    ),
    allowedTypes: setting(memoryTypes, [...MEMORY_TYPES], "The memory types that may be written."),
    maxWritesPerSession: setting(wholeNumber(0), 10, "Writes in one session."),
    maxWritesPerHour: setting(wholeNumber(0), 50, "Writes to one scope within an hour."),
    // R287, C24: seed 004's own; no other seed has them.
    maxWritesPerTurn: setting(limit, null, "Writes that one turn may lead to; `null` = no limit."),
    maxWritesPerDay: setting(limit, null, "Writes to one scope within a day; `null` = no limit."),
    maxItemsPerScope: setting(
      wholeNumber(1),
      200,
      "Memories a scope holds; above it the oldest of low importance go first.",
    ),
    tools: setting(
      z.enum(["checked", "trusted"]),
      "checked",
      "What a model may do through a tool: `checked` holds what it says of the user, and what it wants to forget, against the user's own messages; `trusted` does as it says.",
    ),
    requireApprovalTypes: setting(memoryTypes, [], "Types that wait for approval in every mode."),
  })
  .prefault({})
  .describe("What gates a write.");
