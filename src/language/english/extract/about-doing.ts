import { thing } from "../../shared/slot.ts";
import { on, type Rule } from "./claim.ts";
import { INSTRUMENT_OR_SPORT } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

function steady({ time, modal }: Phrase): boolean {
  return modal === null && (time === "present" || time === "perfect" || time === "progressive");
}

export const PLAY_RULES: readonly Rule[] = [
  on("en/doing:plays", INSTRUMENT_OR_SPORT, (match, phrase) =>
    steady(phrase) || phrase.modal === "can"
      ? { topic: phrase.modal === "can" ? "skill" : "hobby", slot: `plays:${thing(match[1]!)}` }
      : undefined,
  ),
];

/** A tool by its name: with a capital, or one that people write without. */
const TOOL =
  /^(?:(?:mostly|mainly|only|an?|the) )?((?:(?:arch|ubuntu|debian|fedora) )?(?:linux|mac(?:os|book)?|windows|ubuntu|vim|neovim|emacs|vs ?code|iphone|android|firefox|chrome|postgres(?:ql)?|sqlite|notion|obsidian|tabs|spaces|dark mode|light mode|metric|imperial|celsius|fahrenheit|hearing aids?|wheelchair|cane|screen reader)|\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+){0,2})(?=$| (?:for|as|at|on|every|daily|and|with|because|instead|mostly|in)\b|,)/u;

export const USE_RULES: readonly Rule[] = [
  on("en/doing:uses", TOOL, ([, tool], phrase) =>
    steady(phrase) && phrase.time !== "progressive"
      ? { topic: "habit", slot: `uses:${thing(tool!)}`, value: tool! }
      : undefined,
  ),
];

export const KEEP_RULES: readonly Rule[] = [
  on("en/doing:diet", /^(?:kosher|halal)\b/i, (_, { time, modal, negated }) =>
    modal === null && time === "present" && !negated ? { topic: "diet", slot: "diet" } : undefined,
  ),
];
