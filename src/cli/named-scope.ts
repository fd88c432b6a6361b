import type { GlobalFlags } from "./flags.ts";
import type { World } from "./world.ts";

const FLAGS = ["user", "group", "project", "global"] as const;
const VARIABLES = ["MEMOIR_USER", "MEMOIR_GROUP", "MEMOIR_PROJECT"];

/** The flag that names a scope, if one does. */
export function namedByFlag(flags: GlobalFlags): (typeof FLAGS)[number] | undefined {
  return FLAGS.find((flag) => flags[flag] !== undefined);
}

/** Whether a scope was named at all; a command that looks at a whole tenant then looks at that one only. */
export function namesScope({ flags, io }: World): boolean {
  return namedByFlag(flags) !== undefined || VARIABLES.some((name) => io.env[name]);
}
