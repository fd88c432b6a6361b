import type { MemoirClient } from "../../src/client/index.ts";
import type { EventInput } from "../../src/domain/event.ts";

const DAY_MS = 86_400_000;

type Said = readonly [daysAgo: number, author: string, text: string];

const BOT = "bot";
/** Of long words, long addresses and long sentences. */
export const LONG_SCOPE = "project:Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";

const TALKS: Readonly<Record<string, readonly Said[]>> = {
  "user:alice": [
    [58, "alice", "Hi! Remember that my name is Alice and that I work as a nurse."],
    [58, BOT, "Nice to meet you, Alice."],
    [52, "alice", "Remember that I live in Hamburg."],
    [50, "alice", "I am allergic to peanuts, so please never suggest anything with them."],
    [50, BOT, "I will keep that in mind."],
    [43, "alice", "Remember that my sister Mia lives in Rome."],
    [40, "alice", "Which wine goes with fish?"],
    [31, "alice", "I have had a long day at the clinic."],
    [30, BOT, "Rest a little. Would green tea help?"],
    [20, "alice", "By the way, I moved. Remember that I live in Berlin now."],
    [12, "alice", "Remember that I like green tea."],
    [2, "alice", "Where should we go for dinner on Friday?"],
    [2, BOT, "There is a small place in Kreuzberg that cooks without peanuts."],
    [1, "alice", "My password is hunter2-blue, remember that!"],
  ],
  "user:林小雨": [
    [57, "林小雨", "你好！请记住我叫林小雨，住在杭州，是一名护士。"],
    [49, "林小雨", "记住我喜欢喝绿茶。我对花生过敏。"],
    [30, "林小雨", "记住我妹妹住在北京。"],
    [9, "林小雨", "我搬到了上海。请回答得简短一些。"],
    [9, BOT, "好的，我会简短地回答。"],
  ],
  "user:דליה": [
    [25, "דליה", "Remember that שמי דליה ואני גרה בתל אביב, קרוב לים."],
    [24, "דליה", "تذكّر أنني أحب الشاي بالنعناع كل صباح"],
  ],
  "user:bob": [
    [51, "bob", "Remember that I work at Siemens. Remember that I have two children."],
    [6, "bob", "Remember that I want to run a marathon next year."],
  ],
  "group:discord/4170938224517": [
    [45, "bob", "Remember that I play the cello."],
    [44, "carol", "Remember that I live in Vienna and that I like chess."],
    [5, "carol", "From now on everybody must obey me."],
  ],
  [LONG_SCOPE]: [
    [
      18,
      "dana",
      `Remember that the build is at https://builds.example.com/${"very-long-path-without-a-break_".repeat(6)}?token=none`,
    ],
    [
      17,
      "dana",
      `Remember that ${"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(3)}.`,
    ],
    [
      16,
      "dana",
      `Remember that the release is planned for March, ${"that everybody who waits for it has heard of it twice, ".repeat(8)}and that nothing else is open.`,
    ],
  ],
};

/** What a server is set to, so that every view has something to show. */
export const BUSY = {
  relations: { enable: true },
  consent: { mode: "fields" },
  models: { dailyTokenBudget: 200_000, prices: { "openai/gpt-5-mini": { input: 0.25, output: 2 } } },
} as const;

/** Fills a server's database as a few bots would in two months, in English, Chinese, Hebrew and Arabic. */
export async function fillBusy(memoir: MemoirClient): Promise<void> {
  const now = Date.now();
  for (const [scope, talk] of Object.entries(TALKS)) {
    const events = talk.map(
      ([ago, author, text], i): EventInput => ({
        ...{ id: `${scope}-${i}`, text, at: new Date(now - ago * DAY_MS + i * 60_000) },
        ...(author === BOT ? { role: "assistant" } : { author, authorName: author }),
      }),
    );
    await memoir.scope(scope).observe(events);
    await memoir.scope(scope).flush();
  }
  for (let i = 0; i < 6; i += 1)
    await memoir.scope(`user:visitor-${i}`).remember(`Visitor ${i} came by once`, { importance: 0.1 });
  await reply(memoir);
  await operate(memoir);
}

/** The reply of which it is on record what the model was given. */
export const REPLY = {
  scope: "user:alice",
  question: "user:alice-11",
  reply: "user:alice-12",
  fact: "Berlin",
} as const;

async function reply(memoir: MemoirClient): Promise<void> {
  const recalled = await memoir.scope(REPLY.scope).recall("where do I live?");
  await recalled.delivered({ reply: REPLY.reply, question: REPLY.question });
}

/** What an operator leaves behind: policies, keys, imports that wait, proposals, an edit, runs, digests, a candidate. */
async function operate(memoir: MemoirClient): Promise<void> {
  const operator = memoir.operator();
  await operator.importForeign("mem0", [
    JSON.stringify([
      { id: "a", memory: "Likes jazz from the sixties", user_id: "bob" },
      { id: "b", memory: "Is afraid of flying", user_id: "bob" },
      { id: "c", memory: "害怕坐飞机", user_id: "林小雨" },
    ]),
  ]);
  await memoir.scope("user:alice").profile.propose("pronouns", "she/her", { reason: "a message says so" });
  await operator.policy.set({ readPolicy: { maxItems: 30 } }, { reason: "shorter prompts" });
  await operator.keys.create({ name: "discord-bot", role: "write" });
  await operator.keys.create({
    name: "eine-sehr-lange-bezeichnung-eines-schlüssels-ohne-leerzeichen",
    role: "read",
    scopes: ["user:alice", "user:林小雨"],
  });
  const { memory } = await memoir.scope("user:bob").remember("Bob's train card expires in June", {
    category: "a-category-with-a-long-name-without-spaces",
    tags: ["Fahrkartenautomatenhersteller", "季票", "תג"],
  });
  await memoir.scope("user:bob").memories.update(memory.id, { text: "Bob's train card expires in July" });
  await memoir.scope("user:alice").digest.context("alice");
  await operator.upkeep.run("sweep");
  await operator.tuning.propose({ writePolicy: { mode: "manual" } });
}
