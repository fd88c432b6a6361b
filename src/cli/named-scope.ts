import type { World } from "./world.ts";

const FLAGS = ["user", "group", "project", "global"] as const;
const VARIABLES = ["MEMOIR_USER", "MEMOIR_GROUP", "MEMOIR_PROJECT"];

/** Whether a scope was named at all; a command that looks at a whole tenant then looks at that one only. */
export function namesScope({ flags, io }: World): boolean {
  return FLAGS.some((flag) => flags[flag] !== undefined) || VARIABLES.some((name) => io.env[name]);
}
