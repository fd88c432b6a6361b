import { createHash } from "node:crypto";
import { toJsonSchema } from "../../models/language/schema.ts";
import { MEND } from "./mending-prompt.ts";
import { EXTRACT } from "./prompt.ts";
import { Facts, Mended } from "./schema.ts";

/** Names the fixed text of the prompts and the shape of their answers, for evidence: another text, another name. */
export const PROMPT_HASH = createHash("sha256")
  .update(JSON.stringify([EXTRACT, toJsonSchema(Facts), MEND, toJsonSchema(Mended)]))
  .digest("hex");
