import { MemoirError } from "../domain/errors.ts";

/** For an option that an engine has and a server cannot honour: it is rejected, never passed over. */
export function refuse(options: object | undefined, name: string, call: string, advice: string): void {
  if ((options as Record<string, unknown> | undefined)?.[name] === undefined) return;
  throw new MemoirError("not_allowed", `${call} takes no ${name} over a server: ${advice}`, {
    details: { option: name },
  });
}

export const KEY_ACTS = "the history names the key that was used. Use a key with the name you want.";
