import { z } from "zod";
import { ORIGIN_SCOPES, USER_SCOPE_STRATEGIES } from "../identity.ts";
import { section, setting, wholeNumber } from "./fields.ts";

export const Identity = section("Who is the same person where.", {
  scope: setting(
    z.enum(ORIGIN_SCOPES),
    "origin",
    "What a chat message's memory belongs to: `origin` is its group, or its user by `userScopeStrategy`; `group_member` each user in each group apart (`user:{group}:{user}`); `agent` the agent (`user:{agent}`); `global` one memory for all.",
  ),
  userScopeStrategy: setting(
    z.enum(USER_SCOPE_STRATEGIES),
    "unified_msg_origin",
    "What a user's scope stands for: `unified_msg_origin` is one conversation's origin, `platform_user` one account on one platform, `person` one person across platforms by `aliases`.",
  ),
  aliases: setting(
    z.record(z.string(), z.string().min(1)),
    {},
    "Platform identity to canonical user, as in `discord:42` to `alice`.",
  ),
  includeLegacyOnRead: setting(
    z.boolean(),
    true,
    "Whether reads also look in the scope that the identity had before the strategy changed.",
  ),
});

export const Commands = section("Commands that people give in chat.", {
  names: setting(
    z.array(z.string().min(1)),
    ["bot", "memoir", "机器人", "助手"],
    "What the bot is called: `Bot, remember that …`. In a group a command must begin with one of them, or mention the bot.",
  ),
  aboutOthers: setting(
    z.enum(["pending", "active"]),
    "pending",
    "What becomes of a member's command about another member of a group: it waits for approval, or holds at once.",
  ),
  history: setting(wholeNumber(1), 20, "Messages before `remember this about …` that it is about."),
});
