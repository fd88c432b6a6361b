import { z } from "zod";
import { BLOCKS, type BlockName } from "../blocks/index.ts";
import { limit, setting, wholeNumber } from "./fields.ts";

/** How recalled memories are put into a prompt (C19, C20). */
export const Render = z
  .strictObject({
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
  })
  .prefault({})
  .describe("How recalled memories are put into a prompt.");

/** The change log behind the delta header. */
export const Changes = z
  .strictObject({
    // C24: the last 20 turns, with at most 10 changes a turn.
    keep: setting(wholeNumber(1), 200, "Changes a scope keeps for the delta header; older ones are dropped."),
  })
  .prefault({})
  .describe("The change log behind the delta header.");
