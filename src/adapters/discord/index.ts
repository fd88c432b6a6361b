/** Memory for a bot of discord.js: it listens, remembers, forgets what is deleted, and recalls for an answer. */

export { attachMemoir, type DiscordMemory, type DiscordOptions } from "./attach.ts";
export type { ReplyMemory } from "./reply.ts";
export { memoryCommand } from "./slash.ts";
