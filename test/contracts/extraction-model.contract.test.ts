import { afterEach, describe, expect, it } from "vitest";
import type { MemoirOptions, ScopeHandle } from "../../src/index.ts";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../src/testing/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";

const DAY = 86_400_000;

/** One fact of an answer, of Ann's first new message unless it says otherwise. */
const fact = (text: string, more: object = {}): object => ({
  ...{
    text,
    type: "profile",
    category: "profile",
    subject: "Ann",
    slot: null,
    affirmed: true,
    corrects: false,
  },
  ...{ confidence: 0.95, importance: 0.6, source: 1, quote: "", matches: [], contradicts: [], ...more },
});

describe.each(anyMemoir)("one reading by a model on $name", (kind) => {
  const db = useMemoir(kind);
  const models: ScriptedModel[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.close()));
  });

  /** A scope whose model gives a scripted answer for each reading. */
  const reading = async (
    scope: string,
    policy: MemoirOptions["settings"] = {},
  ): Promise<{
    ann: ScopeHandle;
    model: ScriptedModel;
    read(texts: readonly string[], answer: (prompt: string) => object, author?: string): Promise<string[]>;
  }> => {
    let answer: (prompt: string) => object = () => ({ facts: [] });
    const model = await startScriptedModel({
      answer: ({ messages }: ScriptedRequest): Reply => ({ object: answer(messages[0]?.content ?? "") }),
    });
    models.push(model);
    const memoir = await db.open({ model: model.model, settings: { models: { retries: 0 }, ...policy } });
    const ann = memoir.scope(scope, { tenant: db.tenant });
    let n = 0;
    return {
      ann,
      model,
      read: async (texts, next, author = "Ann") => {
        answer = next;
        db.clock.advance(60_000);
        n += 1;
        await ann.observe(texts.map((text, i) => ({ id: `m${n}-${i}`, text, author })));
        return (await ann.flush()).entries.map(({ outcome, text }) => `${outcome}: ${text}`);
      },
    };
  };
  const active = async (scope: ScopeHandle): Promise<string[]> =>
    (await everything(scope.memories.list({ status: ["active"] }))).map(({ text }) => text).toSorted();
  const numberOf = (prompt: string, text: string): number =>
    Number(
      prompt
        .split("\n")
        .find((line) => line.endsWith(`] ${text}`))
        ?.match(/\d+/)?.[0],
    );
  /** The number of the first new message. */
  const newest = (prompt: string): number => Number(/^#(\d+) user (?![^:\n]*\(earlier)/m.exec(prompt)?.[1]);

  it("R276: how many sentences pass the rules at the first try is counted by day", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["I live in Rome and keep bees."], (prompt) => ({
      facts: [
        fact("Ann lives in Rome.", { source: newest(prompt), quote: "I live in Rome" }),
        fact("Ann keeps bees.", { source: newest(prompt), quote: "keep bees" }),
      ],
    }));
    expect(await active(ann)).toEqual(["Ann keeps bees.", "Ann lives in Rome."]);
    await db.work();
    const figures = await db.memoir.operator(db.tenant).figures();
    const day = new Date(db.clock.now).toISOString().slice(0, 10);
    expect(figures.filter(({ name }) => name.startsWith("extract."))).toEqual([
      { day, name: "extract.checked", value: 2 },
      { day, name: "extract.firstPass", value: 2 },
    ]);
    const { today } = await db.memoir.operator(db.tenant).stats();
    expect(today).toMatchObject({ "extract.checked": 2 });
    // Budgets go by the real day, whatever clock the engine has.
    expect(figures.map(({ name }) => name)).toContain("models.tokens");
  });

  it("C30: calls and tokens are counted by day, and cost what the settings say", async () => {
    const { read } = await reading("user:ann");
    await read(["I keep bees."], () => ({ facts: [] }));
    const [row] = await db.memoir.operator(db.tenant).modelUsage();
    expect(row).toMatchObject({ role: "extract", calls: 1, failures: 0, cost: null });
    expect(row!.input_tokens).toBeGreaterThan(0);
    const prices = { [row!.model]: { input: 1_000_000, output: 2_000_000 } };
    const priced = await db.open({ settings: { models: { prices } } });
    const [same] = await priced.operator(db.tenant).modelUsage();
    expect(same).toEqual({ ...row, cost: row!.input_tokens + 2 * row!.output_tokens });
  });

  it("C12: shows the active memories that the messages touch, and nothing else", async () => {
    const { ann, model, read } = await reading("user:ann");
    await ann.remember("Ann's sister Leah lives in Vancouver.", { subject: "Leah" });
    const { memory: disabled } = await ann.remember("Ann's sister Leah plays the harp.");
    await ann.memories.update(disabled.id, { status: "disabled" });
    await ann.remember("Ann's sister Leah is on holiday.", {
      expiresAt: new Date(db.clock.now + DAY),
    });
    await ann.remember("Ann owns a blue bicycle.");
    await ann.flush();
    db.clock.advance(2 * DAY);
    await read(["Leah got a dog", "她住在温哥华"], () => ({ facts: [] }));
    const prompt = model.calls.requests.at(-1)!.prompt;
    expect(prompt).toContain("Ann's sister Leah lives in Vancouver.");
    expect(prompt).toMatch(/Subjects so far: .*Leah/);
    expect(prompt.slice(0, prompt.indexOf("<transcript>"))).not.toMatch(/harp|holiday|bicycle/);
  });

  it("the preset's own categories are what the model may choose from", async () => {
    const custom = [{ name: "hobbies" }, { name: "pets" }];
    const { model, read } = await reading("user:ann", { categories: { custom } });
    await read(["I have a dog"], () => ({ facts: [] }));
    expect(model.calls.requests.at(-1)!.prompt).toContain("Categories: hobbies, pets.");
  });

  it("facts of one answer are not checked against each other: one call", async () => {
    const { ann, model, read } = await reading("user:ann");
    await read(["I am a software engineer, a hardware engineer too"], () => ({
      facts: [fact("Ann is a software engineer."), fact("Ann is a hardware engineer.")],
    }));
    expect(model.calls.count).toBe(1);
    expect(await active(ann)).toHaveLength(2);
  });

  it("R157, C18: what a user takes back is forgotten softly, whomever it is about", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["my friend Josie is going through a divorce", "I like tea"], () => ({
      facts: [
        fact("Ann's friend Josie is going through a divorce.", { subject: "Josie" }),
        fact("Ann likes tea.", { source: 2, type: "preference" }),
      ],
    }));
    const forgotten = await read(["pls just forget the Josie thing"], (prompt) => ({
      facts: [],
      forget: [
        {
          source: newest(prompt),
          known: [numberOf(prompt, "Ann's friend Josie is going through a divorce."), 999],
          messages: [],
        },
      ],
    }));
    expect(forgotten).toEqual(["forgotten: Ann's friend Josie is going through a divorce."]);
    expect(await active(ann)).toEqual(["Ann likes tea."]);
    const [gone] = await everything(ann.memories.list({ status: ["soft_deleted"] }));
    await ann.memories.restore(gone!.id);
    expect(await active(ann)).toHaveLength(2);
  });

  it("by the message that said it, in Chinese too", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["我在偷偷写小说", "我怕冷"], () => ({
      facts: [fact("Ann在偷偷写小说。"), fact("Ann比较怕冷。", { source: 2 })],
    }));
    await read(["写小说那个事你忘了吧"], (prompt) => ({
      facts: [],
      forget: [{ source: newest(prompt), known: [], messages: [newest(prompt) - 2] }],
    }));
    expect(await active(ann)).toEqual(["Ann比较怕冷。"]);
  });

  it("only what the answer names is forgotten, not what shares a word with it", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["I work at the Lumo office in Leeds", "my therapist is at the Lumo office too"], () => ({
      facts: [
        fact("Ann works at the Lumo office in Leeds.", { slot: "job" }),
        fact("Ann sees a therapist at the Lumo office.", { source: 2 }),
      ],
    }));
    const forgotten = await read(["forget about the Lumo office"], (prompt) => ({
      facts: [],
      forget: [{ source: newest(prompt), messages: [newest(prompt) - 1] }],
    }));
    expect(forgotten).toEqual(["forgotten: Ann sees a therapist at the Lumo office."]);
    expect(await active(ann)).toEqual(["Ann works at the Lumo office in Leeds."]);
    const quoted = await ann.recall("Lumo office", { from: ["events"], threshold: 0 });
    expect(quoted.hits.map(({ text }) => text)).toEqual(["I work at the Lumo office in Leeds"]);
    // An answer that names nothing forgets nothing.
    await read(["forget the Lumo office"], () => ({ facts: [] }));
    expect(await active(ann)).toHaveLength(1);
  });

  it("a memory that the answer ends need not share a word with the fact", async () => {
    const { ann, read } = await reading("user:ann");
    const weekly = "Ann goes to a pottery class every Tuesday.";
    await read(["pottery class every tuesday now"], () => ({ facts: [fact(weekly)] }));
    await read(["gave my pottery card back today"], (prompt) => ({
      facts: [
        fact("Ann gave the studio card back on 2026-06-10.", {
          ...{ type: "episode", category: "event", source: newest(prompt) },
          more: [`ends ${numberOf(prompt, weekly)}`],
        }),
      ],
    }));
    expect(await active(ann)).toEqual(["Ann gave the studio card back on 2026-06-10."]);
  });

  it("small talk alone is not sent; it is context for what is worth reading", async () => {
    const { ann, model, read } = await reading("user:ann");
    for (const text of ["lol", "哈哈", "ok thanks"]) {
      expect(await read([text], () => ({ facts: [] }))).toEqual([`ignored: ${text}`]);
    }
    expect(model.calls.count).toBe(0);
    const { entries } = await ann.flush();
    expect(entries).toEqual([]);
    await read(["I moved to Oslo"], (prompt) => ({
      facts: [fact("Ann lives in Oslo.", { slot: "home", source: newest(prompt) })],
    }));
    expect(model.calls.count).toBe(1);
    expect(model.calls.requests[0]!.prompt).toContain("): ok thanks\n");
    expect(await active(ann)).toEqual(["Ann lives in Oslo."]);
  });

  it("members of a group are shown and found by their names, never by their accounts", async () => {
    const { ann: group, model, read } = await reading("group:g");
    const say = async (text: string, author: string, authorName: string): Promise<void> => {
      db.clock.advance(60_000);
      await group.observe([{ id: `${text}-${db.clock.now}`, text, author, authorName }]);
    };
    await say("I keep bees", "9001", "Inkwell");
    await read([], () => ({ facts: [fact("Inkwell keeps bees.", { subject: "Inkwell" })] }));
    await say("I am vegan", "9002", "Moss");
    await read([], (prompt) => ({
      facts: [fact("Moss is vegan.", { subject: "Moss", slot: "diet", source: newest(prompt) })],
    }));
    // Somebody is renamed and still one person, under the old name and the new one.
    await say("new name, same me", "9001", "Wren");
    await read([], () => ({ facts: [] }));
    await say("inkwell sold the hives, and my brother too", "9002", "Moss");
    const sold = { subject: "Inkwell", type: "episode", category: "event" };
    await read([], (prompt) => ({
      facts: [fact("Inkwell sold the hives.", { ...sold, source: newest(prompt) })],
    }));
    const { prompt } = model.calls.requests.at(-1)!;
    const head = prompt.slice(0, prompt.indexOf("<transcript>"));
    expect(head).toContain("Subjects so far: Wren.");
    expect(head).toContain("] Wren keeps bees.");
    // The speaker's memories are there too, whatever is said.
    expect(head).toContain("] Moss is vegan.");
    expect(head).not.toMatch(/900[12]/);
    const memories = await everything(group.memories.list({ status: ["active", "shadow", "pending"] }));
    expect(memories.map(({ text, subject }) => [text, subject]).toSorted()).toEqual([
      ["Moss is vegan.", "9002"],
      ["Wren keeps bees.", "9001"],
      ["Wren sold the hives.", "9001"],
    ]);
  });

  it("in a group one's own word gives one another name; a rumour is taken back; a rule is nobody's", async () => {
    const { ann: group, read } = await reading("group:g");
    const list = async (): Promise<[string, string | null][]> =>
      (await everything(group.memories.list({ status: ["active", "shadow", "pending"] })))
        .map(({ text, subject }): [string, string | null] => [text, subject])
        .toSorted();
    await read(["everyone calls me Spud", "no shoes in this house"], () => ({
      facts: [
        fact("Ann is called Spud.", { slot: "called", more: ["alias Spud"] }),
        fact("Shoes are not allowed in the house.", { source: 2, type: "constraint", subject: null }),
      ],
    }));
    const rumour = { subject: "Spud", type: "episode", category: "event", more: ["sure 0.5"] };
    await read(
      ["Spud decided to move out, I heard"],
      (prompt) => ({
        facts: [fact("Spud decided to move out.", { ...rumour, source: newest(prompt) })],
      }),
      "Bob",
    );
    expect(await list()).toEqual([
      ["Ann is called Spud.", "Ann"],
      ["Shoes are not allowed in the house.", null],
      ["Spud decided to move out.", "Ann"],
    ]);
    const withdrawn = (prompt: string): object => ({
      facts: [],
      forget: [{ source: newest(prompt), messages: [newest(prompt) - 1] }],
    });
    await read(["scrap that, Spud is not moving out, I made it up"], withdrawn, "Bob");
    expect((await list()).map(([text]) => text)).toEqual([
      "Ann is called Spud.",
      "Shoes are not allowed in the house.",
    ]);
  });

  it("in a group one is asked about by the names one has given oneself, and by nobody else's word", async () => {
    const { ann: group, read } = await reading("group:g");
    const food = (text: string): object => fact(text, { type: "preference", source: 2 });
    await read(["everyone calls me Spud", "no meat for me"], () => ({
      facts: [
        fact("Ann is called Spud.", { slot: "called", more: ["alias Spud"] }),
        food("Ann eats no meat."),
      ],
    }));
    const bobs = { subject: "Bob", type: "preference" };
    await read(
      ["we call Ann the Countess", "no fish for me"],
      (prompt) => ({
        facts: [
          fact("Ann is called the Countess.", { source: newest(prompt) - 1, more: ["alias Countess"] }),
          fact("Bob eats no fish.", { ...bobs, source: newest(prompt) }),
        ],
      }),
      "Bob",
    );
    const found = async (query: string): Promise<string[]> => {
      const { hits } = await group.recall(query, { asker: "Cleo", from: ["memories"] });
      return hits.map(({ text }) => text).toSorted();
    };
    expect(await found("what can I cook for Ann?")).toEqual(["Ann eats no meat.", "Ann is called Spud."]);
    expect(await found("what can I cook for Spud?")).toEqual(["Ann eats no meat.", "Ann is called Spud."]);
    expect(await found("what can I cook for the Countess?")).toEqual([]);
  });

  it("in a group nobody has others' memories forgotten", async () => {
    const { ann, read } = await reading("group:g");
    await read(["I live in Oslo"], () => ({ facts: [fact("Ann lives in Oslo.", { slot: "home" })] }));
    const all = (prompt: string): object => ({
      facts: [],
      forget: [{ source: newest(prompt), known: [1], messages: [1] }],
    });
    await read(["forget where Ann lives"], all, "Eve");
    expect(await active(ann)).toEqual(["Ann lives in Oslo."]);
    await read(["forget where I live"], all, "Ann");
    expect(await active(ann)).toEqual([]);
  });

  it("a fact of two messages rests on both, and is no surer for it", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["my sister had a baby", "his name is Theo"], () => ({
      facts: [fact("Ann's sister had a baby named Theo.", { source: 2, alsoFrom: [1] })],
    }));
    const [memory] = await everything(ann.memories.list());
    expect(memory!.evidenceCount).toBe(1);
    const proof = await ann.memories.proof(memory!.id);
    expect(proof!.evidence.map(({ event }) => event?.text)).toEqual([
      "my sister had a baby",
      "his name is Theo",
    ]);
  });

  it("another name of somebody leads to them; what is confidential says towards whom", async () => {
    const { ann, read } = await reading("user:ann");
    await read(["call me Annie", "I write novels, don't tell Dan"], () => ({
      facts: [
        fact("Ann wants to be called Annie.", { slot: "called", alias: "Annie" }),
        fact("Ann writes novels.", { source: 2, confidential: "Dan" }),
      ],
    }));
    await read(["Annie needs a break"], (prompt) => ({
      facts: [fact("Annie needs a break from work.", { subject: "Annie", source: newest(prompt) })],
    }));
    const memories = await everything(ann.memories.list());
    const tags = Object.fromEntries(
      memories.map(({ text, subject, tags }) => [text, [subject?.toLowerCase(), ...tags]]),
    );
    expect(tags).toEqual({
      "Ann wants to be called Annie.": ["ann", "alias:Annie"],
      "Ann writes novels.": ["ann", "confidential:Dan"],
      "Annie needs a break from work.": ["ann"],
    });
    expect((await ann.recall("novels", { threshold: 0 })).toPrompt()).toContain(
      "Ann writes novels. [confidential: not for Dan]",
    );
  });

  it("what is confidential stays so: said of a known memory, and in new words", async () => {
    const { ann, read } = await reading("user:ann");
    const party = "Ann plans a party for Tom on 2026-12-12.";
    const plan = { slot: "plan:party", type: "task_state" };
    await read(["a party for Tom on Dec 12"], () => ({ facts: [fact(party, plan)] }));
    await read(["don't tell him"], (prompt) => ({
      facts: [
        fact(party, {
          ...plan,
          ...{ source: newest(prompt), matches: [numberOf(prompt, party)], confidential: "Tom" },
        }),
      ],
    }));
    await read(["it is on the 13th"], (prompt) => ({
      facts: [
        fact("Ann plans a party for Tom on 2026-12-13.", {
          ...plan,
          ...{ source: newest(prompt), contradicts: [numberOf(prompt, party)], corrects: true },
        }),
      ],
    }));
    const memories = await everything(ann.memories.list({ status: ["active"] }));
    expect(memories.map(({ text, tags }) => [text, tags])).toEqual([
      ["Ann plans a party for Tom on 2026-12-13.", ["confidential:Tom"]],
    ]);
  });

  it("a new value that begins later ends the old one then, not now; unless the old one is said again", async () => {
    const { ann, read } = await reading("user:ann");
    const works = fact("Ann works at Lumo.", { slot: "employer" });
    await read(["I work at Lumo"], () => ({ facts: [works] }));
    const begins = new Date(db.clock.now + 20 * DAY).toISOString().slice(0, 10);
    const joins = (prompt: string): object => ({
      facts: [
        fact("Ann took a job at Shopify.", {
          ...{ slot: "employer", source: newest(prompt), validFrom: begins },
          contradicts: [numberOf(prompt, "Ann works at Lumo.")],
        }),
      ],
    });
    await read(["I took a job at Shopify, next month"], joins);
    expect(await active(ann)).toEqual(["Ann took a job at Shopify.", "Ann works at Lumo."]);
    db.clock.advance(21 * DAY);
    expect(await active(ann)).toEqual(["Ann took a job at Shopify."]);

    const { ann: bea, read: tell } = await reading("user:bea");
    await tell(["I work at Lumo"], () => ({ facts: [works] }));
    await tell(["I take a job at Shopify soon"], (prompt) => ({
      facts: [
        fact("Ann took a job at Shopify.", {
          ...{ slot: "employer", source: newest(prompt) },
          validFrom: new Date(db.clock.now + 20 * DAY).toISOString().slice(0, 10),
        }),
      ],
    }));
    await tell(["no, I stay at Lumo"], (prompt) => ({
      facts: [
        {
          ...works,
          source: newest(prompt),
          matches: [numberOf(prompt, "Ann works at Lumo.")],
          contradicts: [numberOf(prompt, "Ann took a job at Shopify.")],
        },
      ],
    }));
    db.clock.advance(21 * DAY);
    expect(await active(bea)).toEqual(["Ann works at Lumo."]);
  });
});
