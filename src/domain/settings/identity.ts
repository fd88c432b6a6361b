import { z } from "zod";
import { ORIGIN_SCOPES, USER_SCOPE_STRATEGIES } from "../identity.ts";
import { setting } from "./fields.ts";

/** Who is the same person where (R60–R62). */
export const Identity = z
  .strictObject({
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
  })
  .prefault({})
  .describe("Who is the same person where.");
