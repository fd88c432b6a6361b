import type { Situation } from "../situation.ts";
import { back, corrected, forget, negated, numbers } from "./changed.ts";
import { group } from "./group.ts";
import { injected } from "./injected.ts";
import { instructions } from "./instructions.ts";
import { likes } from "./likes.ts";
import { noise } from "./noise.ts";
import {
  assistant,
  code,
  fiction,
  hypothetical,
  joke,
  mood,
  question,
  quote,
  smalltalk,
  translation,
} from "./nothing.ts";
import { plain } from "./plain.ts";
import { plans } from "./plans.ts";
import { poison } from "./poison.ts";
import { remember } from "./remember.ts";
import { paraphrased, restated } from "./repeated.ts";
import { secrets } from "./secrets.ts";
import { stand } from "./stand.ts";

/** The half that is only run. Authors of rules do not read it. */
export const HELD: readonly Situation[] = [
  ...plain,
  ...likes,
  ...instructions,
  ...plans,
  ...remember,
  ...forget,
  ...restated,
  ...paraphrased,
  ...corrected,
  ...negated,
  ...numbers,
  ...back,
  ...stand,
  ...group,
  ...smalltalk,
  ...mood,
  ...question,
  ...quote,
  ...hypothetical,
  ...fiction,
  ...joke,
  ...code,
  ...translation,
  ...assistant,
  ...injected,
  ...noise,
  ...secrets,
  ...poison,
];
