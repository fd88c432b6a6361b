import type { GenerateRequest, GenerateResult, LanguageModel } from "../../../src/models/language/port.ts";

/** The subject of a request, by its system prompt. */
export type Job = "day" | "history" | "merge" | "facts";

export interface Asked {
  readonly job: Job;
  readonly system: string;
  readonly prompt: string;
  /** The ids of the people that the prompt asks about. */
  readonly ids: readonly string[];
}

/** An answer: the text, summaries by account id for a day, or why there is none. */
export type Said = string | Readonly<Record<string, string>> | { readonly finish: "refusal" } | Error;

export interface FakeModel extends LanguageModel {
  readonly asked: readonly Asked[];
  count(job: Job): number;
}

const JOBS: readonly (readonly [string, Job])[] = [
  ["summarise one day", "day"],
  ["daily summaries of one user", "history"],
  ["merge what is known of one user", "merge"],
  ["write facts about one user", "facts"],
];

/** A model in this process, for digests: it counts, and `say` answers when the test lets it. */
export function fakeModel(say: (asked: Asked) => Said | Promise<Said>): FakeModel {
  const asked: Asked[] = [];
  return {
    id: "fake/digest",
    structured: true,
    asked,
    count: (job) => asked.filter((one) => one.job === job).length,
    async generate({ system = "", messages }: GenerateRequest): Promise<GenerateResult> {
      const prompt = messages.at(-1)!.content;
      const job = JOBS.find(([words]) => system.includes(words))?.[1] ?? "facts";
      const ids = [...prompt.matchAll(/<user_id>([^<]*)<\/user_id>/g)].map(([, id]) => id!);
      const one = { job, system, prompt, ids };
      asked.push(one);
      const said = await say(one);
      if (said instanceof Error) throw said;
      if (typeof said === "string") return { text: said, finish: "stop" };
      if ("finish" in said) return { text: "", finish: "refusal" };
      const summaries = Object.entries(said).map(([user_id, summary]) => ({ user_id, summary }));
      return { text: "", object: { summaries }, finish: "stop" };
    },
  };
}

/** A promise that a test keeps when it likes. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
