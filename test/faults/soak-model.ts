import {
  BAD_ANSWERS,
  BAD_SERVICE,
  type Misbehaviour,
  type MisbehaviourKind,
  type Reply,
  type ScriptedRequest,
  startScriptedModel,
} from "../../src/testing/index.ts";
import { namesIn } from "./echo-model.ts";

export interface MoodyModel {
  readonly url: string;
  /** While it is `true`, it answers nothing. */
  hangs: boolean;
  readonly counts: { asked: number; spoilt: number; lies: number };
  close(): Promise<void>;
}

const KINDS: readonly MisbehaviourKind[] = [...BAD_ANSWERS, ...BAD_SERVICE];
const SPOILT = 0.3;
const LIES = 0.3;
/** No prompt has so many messages or memories. */
const INVENTED = 900;

/** A model that misbehaves in every way there is, and makes up facts, sources and wishes to forget. */
export async function startMoodyModel(next: () => number): Promise<MoodyModel> {
  const counts = { asked: 0, spoilt: 0, lies: 0 };
  const lie = (prompt: string): Reply => {
    counts.lies += 1;
    const fact = {
      text: `Nobody said lie${counts.lies}.`,
      type: "profile",
      subject: "Nobody",
      importance: 0.9,
    };
    const source = /^#(\d+) user/m.exec(prompt)?.[1];
    const facts = [
      { ...fact, source: Number(source ?? 1), quote: "words that are nowhere", more: [`ends ${INVENTED}`] },
      { ...fact, source: INVENTED, quote: "", more: [`same ${INVENTED}`] },
    ];
    return { object: { facts, forget: [{ source: INVENTED, known: [1, 2, 3], messages: [1] }] } };
  };
  const answer = ({ schema, prompt }: ScriptedRequest): Reply => {
    if (schema === undefined) return `They spoke of ${namesIn(prompt).join(" ")}.`;
    return next() < LIES ? lie(prompt) : { object: { facts: [], forget: [], pairs: [] } };
  };
  const model = await startScriptedModel({
    answer,
    misbehave(): Misbehaviour | null {
      counts.asked += 1;
      if (counts.asked % 100 === 0) model.reset();
      if (moody.hangs) return "hang";
      if (next() > SPOILT) return null;
      counts.spoilt += 1;
      return KINDS[counts.spoilt % KINDS.length]!;
    },
  });
  const moody: MoodyModel = { url: model.url, hangs: false, counts, close: () => model.close() };
  return moody;
}
