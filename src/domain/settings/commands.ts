import { z } from "zod";
import { setting, wholeNumber } from "./fields.ts";

/** Commands that people give in chat (R104, R114). */
export const Commands = z
  .strictObject({
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
  })
  .prefault({})
  .describe("Commands that people give in chat.");
