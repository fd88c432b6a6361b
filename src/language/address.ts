import { simple } from "./chinese/script.ts";
import { HAN } from "./shared/words.ts";

const GREETING = /^(?:hey|hi|hello|ok|okay|yo|嘿|喂|你好)[\s,，!！]{1,3}/i;
const BEHIND_NAME = /^[\s,，:：!！、]{1,4}/;
/** 机器人忘了我的生日 tells of the bot, as 你忘了我的生日 does; it asks for nothing. */
const TELLS = /^[又已经都也就]{0,3}[忘记][记住掉下得]?了/u;

/**
 * The words behind the bot's name: "Bot, …", "hey bot …", "<@1234> …", 机器人…; `undefined`: it is not called. `names` are
 * the bot's, as the settings have them.
 */
export function withoutAddress(words: string, names: readonly string[]): string | undefined {
  const called = words.replace(GREETING, "");
  const mention = /^<@!?([^\s<>@!]{1,64})>/.exec(called);
  if (mention !== null) {
    if (!names.some((name) => name === mention[1])) return undefined;
    return called.slice(mention[0].length).replace(BEHIND_NAME, "");
  }
  const start = called.startsWith("@") ? called.slice(1) : called;
  for (const name of names) {
    if (simple(start.slice(0, name.length)).toLowerCase() !== simple(name).toLowerCase()) continue;
    const rest = start.slice(name.length);
    if (BEHIND_NAME.test(rest)) return rest.replace(BEHIND_NAME, "");
    if (HAN.test(name)) return TELLS.test(simple(rest)) ? `你${rest}` : rest;
  }
  return undefined;
}
