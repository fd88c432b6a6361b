import { z } from "zod";
import { denyPattern } from "../redact/finder.ts";
import { flag, section, setting, whole } from "./fields.ts";

/** The scope of a private message. */
export const USER_SCOPE_STRATEGIES = ["unified_msg_origin", "platform_user", "person"] as const;

export const IdentitySection = section("The accounts of the same person.", {
  scope: setting(
    z.enum(["origin", "group_member", "agent", "global"]),
    "origin",
    "The scope of a chat message's memory: `origin` is its group, or its user by `userScopeStrategy`; `group_member` each user in each group apart (`user:{group}:{user}`); `agent` the agent (`user:{agent}`), whose name is never taken for the user's; `global` one memory for all.",
  ),
  userScopeStrategy: setting(
    z.enum(USER_SCOPE_STRATEGIES),
    "unified_msg_origin",
    "The meaning of a user's scope: `unified_msg_origin` is one conversation's origin, `platform_user` one account on one platform, `person` one person across platforms by `aliases`.",
  ),
  aliases: setting(
    z.record(z.string(), z.string().min(1)),
    {},
    "Platform identity to canonical user, as in `discord:42` to `alice`.",
  ),
  includeLegacyOnRead: flag(
    true,
    "Whether reads also look in the scope that the identity had before the strategy changed.",
  ),
  ownInGroups: flag(
    false,
    "Whether a person's own memories, from direct messages, are also read, and forgotten, when that person speaks in a group; everybody there then reads the answer. Only where `scopeFor()` is given both ids; under `unified_msg_origin`, only those of the account itself.",
  ),
});

export type IdentityRules = z.output<typeof IdentitySection>;

export const CommandsSection = section("Commands that people give in chat.", {
  names: setting(
    z.array(z.string().min(1)),
    ["bot", "memoir", "机器人", "助手"],
    "Names of the bot: `Bot, remember that …`. In a group a command must begin with one of them, or mention the bot.",
  ),
  aboutOthers: setting(
    z.enum(["pending", "active"]),
    "pending",
    "The status of a member's command about another member of a group: it waits for approval, or is active at once.",
  ),
  history: whole(1, 20, "Messages before `remember this about …` that it is about."),
});

const pattern = z
  .string()
  .min(1)
  .superRefine((source, context) => {
    const problem = whyNot(source);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

function whyNot(source: string): string | undefined {
  try {
    return denyPattern(source).test("")
      ? "it matches the empty text, so it would match everywhere. Make it match at least one character."
      : undefined;
  } catch (error) {
    return `not a regular expression. ${(error as Error).message}.`;
  }
}

/** Files in which agents keep their instructions; a user who names one talks about the bot. */
const SYSTEM_FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  "SOUL.md",
  "IDENTITY.md",
  "USER.md",
  "TOOLS.md",
  "BOOTSTRAP.md",
  "HEARTBEAT.md",
  "MEMORY.md",
  "SKILL.md",
  "SYSTEM.md",
];

/** Text that is never stored. Keys, tokens, passwords, card numbers and `<private>` parts never are. */
export const PrivacySection = section("Text that is never stored.", {
  denyPatterns: setting(
    z.array(pattern),
    [],
    "Regular expressions, beside the built-in ones, of what is masked before anything is stored; upper and lower case are one.",
  ),
  files: setting(
    z.array(z.string().min(1)),
    [...SYSTEM_FILES],
    "Names of the files that the bot itself runs on: a sentence that names one is no source of a memory.",
  ),
  prompts: setting(
    z.array(z.string().min(1)),
    [],
    "The bot's own prompts, as text: what repeats a sentence of them is no source of a memory, and is not remembered.",
  ),
});
