/**
 * For testing your own bot: a language model that says what the test tells it to, and a clock that stands still.
 */
export { type FixedClock, fixedClock } from "./clock.ts";
export {
  BAD_ANSWERS,
  BAD_SERVICE,
  type BadAnswer,
  type BadService,
  type Misbehaviour,
  type MisbehaviourKind,
  type Recording,
  type Reply,
  type ScriptedRequest,
} from "./replies.ts";
export {
  type ScriptedCalls,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "./scripted-model.ts";
