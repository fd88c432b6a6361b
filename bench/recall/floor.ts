import { DEFAULT_FLOOR } from "../../src/domain/relevance/fuse.ts";
import type { Hit } from "../../src/index.ts";
import { showProgress } from "../progress.ts";
import { pick, stream } from "../random.ts";
import type { Asking } from "./database.ts";
import { idsOf, itemOf, recallFrom } from "./measure.ts";
import { mean } from "./metrics.ts";
import type { Conversation, DataSet, Question } from "./set.ts";

const FLOORS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
const LINES = 10;
const SEED = 11;

export interface FloorPoint {
  readonly floor: number;
  /** Of the right answers within the first ten lines, the share that is still shown. */
  readonly kept: number;
  /** Of the questions that belong to another conversation, the share for which nothing is shown. */
  readonly silent: number;
  /** Lines shown for a question of the conversation's own, at most ten. */
  readonly lines: number;
}

export interface FloorCurve {
  readonly name: string;
  readonly title: string;
  /** Right answers within the first ten lines, and foreign questions: what the shares are of. */
  readonly own: number;
  readonly foreign: number;
  readonly points: readonly FloorPoint[];
  /** The default threshold of `recall()`. */
  readonly standard: FloorPoint;
}

/** One question's ten lines with their scores, and how many of them the engine shows by itself. */
interface Answer {
  readonly scores: readonly number[];
  readonly goldScores: readonly number[];
  readonly shown: number;
  readonly goldShown: number;
}

/** Asks each conversation its own questions and as many that belong to others. */
export async function floorCurve(set: DataSet, asking: Asking): Promise<FloorCurve> {
  const next = stream(SEED);
  const own: Answer[] = [];
  const foreign: Answer[] = [];
  const pool = set.conversations.map((conversation) => ({
    conversation,
    questions: conversation.questions.filter(({ headline }) => headline),
  }));
  const total = pool.reduce((sum, { questions }) => sum + questions.length, 0);
  const progress = showProgress(`The floor of ${set.title}`);
  for (const { conversation, questions } of pool) {
    const others = pool.filter((one) => one.conversation !== conversation).flatMap((one) => one.questions);
    for (const question of questions) {
      progress.step(own.length, total);
      own.push(await answer(set, asking, conversation, question, question.now));
      if (others.length > 0) {
        foreign.push(
          await answer(set, asking, conversation, { ...pick(others, next), gold: new Set() }, question.now),
        );
      }
    }
  }
  progress.step(own.length, total);
  progress.end();
  const gold = own.flatMap(({ goldScores }) => goldScores);
  return {
    name: set.name,
    title: set.title,
    own: gold.length,
    foreign: foreign.length,
    points: FLOORS.map((floor) => ({
      floor,
      kept: mean(gold.map((score) => Number(score >= floor))),
      silent: mean(foreign.map(({ scores }) => Number(scores.every((score) => score < floor)))),
      lines: mean(own.map(({ scores }) => scores.filter((score) => score >= floor).length)),
    })),
    standard: {
      floor: DEFAULT_FLOOR,
      kept: own.reduce((sum, { goldShown }) => sum + goldShown, 0) / gold.length,
      silent: mean(foreign.map(({ shown }) => Number(shown === 0))),
      lines: mean(own.map(({ shown }) => shown)),
    },
  };
}

async function answer(
  set: DataSet,
  asking: Asking,
  conversation: Conversation,
  { text, gold }: Pick<Question, "text" | "gold">,
  now: number,
): Promise<Answer> {
  asking.at(now);
  const scope = asking.scope(conversation);
  const { hits } = await recallFrom(set, scope, { text }, LINES);
  const shown = await recallFrom(set, scope, { text }, LINES, "default");
  return {
    scores: hits.map(relevanceOf),
    goldScores: hits.filter((hit) => gold.has(itemOf(hit))).map(relevanceOf),
    shown: shown.hits.length,
    goldShown: idsOf(shown).filter((id) => gold.has(id) && hits.some((hit) => itemOf(hit) === id)).length,
  };
}

const relevanceOf = (hit: Hit): number => hit.why.relevance;
