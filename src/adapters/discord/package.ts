import { MemoirError } from "../../domain/errors.ts";

/** discord.js itself. It is no dependency of Memoir: whoever writes a bot for Discord has it. */
export const discord: typeof import("discord.js") = await import("discord.js").catch((error: unknown) => {
  const code = (error as { code?: unknown }).code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
  throw new MemoirError(
    "unsupported_runtime",
    "memoir/discord needs discord.js. Run: npm install discord.js",
    { cause: error },
  );
});
