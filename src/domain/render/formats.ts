import type { Settings } from "../settings.ts";
import { astrbotBlock } from "./astrbot-block.ts";
import { bullets } from "./bullets.ts";
import { everbotSection } from "./everbot-section.ts";
import type { BlockFormat } from "./line.ts";
import { memoirBlock } from "./memoir-block.ts";
import { picobotSection } from "./picobot-section.ts";

/** Every format by its name in the settings. */
export const FORMATS: Readonly<Record<Settings["render"]["format"], BlockFormat>> = {
  memoir: memoirBlock,
  astrbot: astrbotBlock,
  everbot: everbotSection,
  picobot: picobotSection,
  bullets,
};
