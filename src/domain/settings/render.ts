import { z } from "zod";
import { BLOCKS, type BlockName } from "../blocks/index.ts";
import { limit, setting } from "./fields.ts";

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
