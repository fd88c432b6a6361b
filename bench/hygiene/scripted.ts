import type { LanguageModel } from "../../src/index.ts";
import { startScriptedModel } from "../../src/testing/index.ts";
import { answerTo, type Scene } from "./answer.ts";

/** A language model that says what the situation at hand says it would. */
export interface ScriptedAnswers extends AsyncDisposable {
  readonly model: LanguageModel;
  /** The subject of the next questions. */
  tell(scene: Scene): void;
}

export async function scriptedAnswers(): Promise<ScriptedAnswers> {
  let scene: Scene | undefined;
  const scripted = await startScriptedModel({
    answer: (request) => {
      if (scene === undefined) throw new Error("The scripted model was asked before it was told about what.");
      return { object: answerTo(scene, request) };
    },
  });
  return {
    model: scripted.model,
    tell(next) {
      scene = next;
    },
    [Symbol.asyncDispose]: () => scripted.close(),
  };
}
