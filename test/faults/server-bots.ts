import { randomUUID } from "node:crypto";
import type { Asked, Client, Got } from "./server-client.ts";

/** The writes that the servers have acknowledged. */
export interface Told {
  /** Each message by its words, with its scope. */
  readonly messages: Map<string, string>;
  /** Each claim by its id. */
  readonly claims: Map<string, Claimed>;
}

interface Claimed {
  readonly scope: string;
  readonly text: string;
  /** `"erased"`: it must not be there. */
  readonly status: "active" | "shadow" | "soft_deleted" | "erased";
  /** A change by hand is evidence too; sent again, it is twice. */
  readonly isChanged: boolean;
}

/** A request that changes something, and the state that holds once it is acknowledged. */
interface Write<T> {
  readonly asked: Asked;
  readonly done: (answer: T, from: string) => void;
  /** It holds, and its answer was dropped. */
  readonly doneUnseen: () => void | Promise<void>;
}

export interface Bots {
  readonly told: Told;
  /** Looks at what was acknowledged before, and how many of them were at another server than the one that did it. */
  readonly looks: { all: number; elsewhere: number };
  /** One thing that a bot does: it writes, looks, changes its mind or forgets. Gives its newest memory. */
  act(step: Step): Promise<Claim | undefined>;
  /** One connection: a bot that does one after the other. */
  converse(connection: number, goesOn: () => boolean): Promise<void>;
  /** Records messages by their texts; `true` once they are acknowledged. */
  say(scope: string, messages: readonly Said[], step: { once?: string; turn: number }): Promise<boolean>;
  /** Sends again what dead servers had begun, a minute later. Gives how many these were. */
  finish(): Promise<number>;
}

/** A bot's step in its scope: a word that nobody else says, and its newest memory. */
export interface Step {
  readonly scope: string;
  readonly word: string;
  readonly turn: number;
  readonly last: Claim | undefined;
}

export interface Said {
  readonly id?: string;
  readonly text: string;
  readonly session?: string;
}

const SCOPES = 4;
const DEADLINE_MS = 60_000;

interface Observed {
  readonly recorded: number;
  readonly duplicates: number;
}
interface Item {
  readonly memory: { readonly id: string };
}
interface Recalled {
  readonly hits: readonly { readonly id: string; readonly text: string }[];
  readonly degraded: { readonly reason: string } | null;
}
interface Placed {
  readonly event: { readonly text: string };
}

/** @param hardShare of what is forgotten, the share that is erased for good. Default: 0. */
export function createBots(client: Client, next: () => number, hardShare = 0): Bots {
  const told: Told = { messages: new Map(), claims: new Map() };
  const { wrong } = client.tally;
  const underWay: Write<never>[] = [];
  const looks = { all: 0, elsewhere: 0 };

  /** Says whether it is acknowledged. */
  const write = async <T>(one: Write<T>, turn: number): Promise<boolean> => {
    const got = await client.send<T>(one.asked, turn);
    if (got === "under way") underWay.push(one);
    else if (got === "done") await one.doneUnseen();
    else if (got !== "wrong") one.done(got.answer, got.from);
    return typeof got === "object" || got === "done";
  };

  /** The hits of a recall by a word; none where a fault explains that it is not whole. */
  const recall = async (scope: string, word: string, turn: number): Promise<Got<Recalled> | undefined> => {
    const body = { scope, query: word, threshold: 0, deadlineMs: DEADLINE_MS };
    const asked: Asked = { method: "POST", path: "/api/ltm/recall", body };
    const sentAt = performance.now();
    const got = await client.send<Recalled>(asked, turn);
    if (typeof got === "string") return undefined;
    const { degraded } = got.answer;
    if (degraded === null) return got;
    const code = degraded.reason === "deadline" ? "deadline" : "degraded";
    if (!client.isExplained({ asked, code, sentAt })) wrong.push(`degraded: ${JSON.stringify(degraded)}`);
    return undefined;
  };

  /** An acknowledged write is in the next answer of every server. */
  const look = async (scope: string, { id, word, from }: Claim, turn: number): Promise<void> => {
    const got = await recall(scope, word, turn);
    if (got === undefined) return;
    looks.all += 1;
    if (got.from !== from) looks.elsewhere += 1;
    const isSeen = got.answer.hits.some((hit) => hit.id === id && hit.text.includes(word));
    if (!isSeen) wrong.push(`the next recall does not see ${id}, ${word}`);
  };

  const say: Bots["say"] = async (scope, messages, { once, turn }) => {
    const doneUnseen = (): void => {
      for (const { text } of messages) told.messages.set(text, scope);
    };
    const done = ({ recorded, duplicates }: Observed): void => {
      if (recorded + duplicates !== messages.length)
        wrong.push(`${messages[0]?.text}: ${recorded} recorded, ${duplicates} known`);
      doneUnseen();
    };
    const asked: Asked = { method: "POST", path: "/api/ltm/events", body: { scope, messages }, once };
    return write({ asked, done, doneUnseen }, turn);
  };

  const observe = async ({ scope, word, turn }: Step): Promise<void> => {
    const texts = [`Message ${word} 你好`, `Reply to ${word}`];
    // Done once by its ids, or by its key.
    if (next() < 0.5) {
      await say(
        scope,
        texts.map((text) => ({ text })),
        { once: randomUUID(), turn },
      );
      return;
    }
    const messages = texts.map((text, i) => ({ id: `${word}-${i}`, text }));
    if (!(await say(scope, messages, { turn }))) return;
    const path = `/api/ltm/events/${word}-0?scope=${encodeURIComponent(scope)}`;
    const got = await client.send<Placed>({ method: "GET", path }, turn + 1);
    if (typeof got === "object" && got.answer.event.text !== texts[0])
      wrong.push(`${word}-0 says something else`);
  };

  const remember = async ({ scope, word, turn }: Step): Promise<Claim | undefined> => {
    let made: Claim | undefined;
    const once = next() < 0.5 ? randomUUID() : undefined;
    // Each is about a different thing: no claim replaces another.
    const text = `Boat ${word} lies beside pier${word}`;
    const body = { scope, text, subject: word, ...(once === undefined ? { eventId: `claim-${word}` } : {}) };
    const done = ({ memory: { id } }: Item, from: string): void => {
      told.claims.set(id, { scope, text, status: "active", isChanged: false });
      made = { id, word, from };
    };
    const doneUnseen = async (): Promise<void> => {
      const got = await recall(scope, word, turn);
      const hit = got?.answer.hits.find((one) => one.text.includes(word));
      if (got !== undefined && hit !== undefined) done({ memory: hit }, got.from);
      else wrong.push(`${word} was carried out, and is not found`);
    };
    const asked: Asked = { method: "POST", path: "/api/ltm/remember", body, once };
    await write({ asked, done, doneUnseen }, turn);
    if (made !== undefined) await look(scope, made, turn + 1);
    return made;
  };

  const change = async ({ scope, word, turn }: Step, id: string): Promise<Claim | undefined> => {
    let made: Claim | undefined;
    const text = `Boat ${word} sails with crew${word}`;
    const path = `/api/ltm/items/${id}?scope=${encodeURIComponent(scope)}`;
    const done = (_: Item, from: string): void => {
      told.claims.set(id, { scope, text, status: "active", isChanged: true });
      made = { id, word, from };
    };
    const asked: Asked = { method: "PATCH", path, body: { text } };
    await write({ asked, done, doneUnseen: () => undefined }, turn);
    if (made !== undefined) await look(scope, made, turn + 1);
    return made;
  };

  const forget = async ({ scope, turn }: Step, id: string): Promise<void> => {
    const hard = next() < hardShare;
    const body = { scope, id, ...(hard ? { hard } : {}) };
    const asked: Asked = { method: "POST", path: "/api/ltm/forget", body, once: randomUUID() };
    const done = (): void =>
      void told.claims.set(id, { ...told.claims.get(id)!, status: hard ? "erased" : "soft_deleted" });
    await write({ asked, done, doneUnseen: done }, turn);
  };

  const act: Bots["act"] = async (step) => {
    const { last } = step;
    const dice = next();
    if (dice < 0.3) await observe(step);
    else if (dice < 0.6 || last === undefined) return remember(step);
    else if (dice < 0.85) await look(step.scope, last, step.turn);
    else if (dice < 0.95) return change(step, last.id);
    else {
      await forget(step, last.id);
      return undefined;
    }
    return last;
  };

  return {
    told,
    looks,
    act,
    say,
    async converse(connection, goesOn) {
      const scope = `user:${connection % SCOPES}`;
      let last: Claim | undefined;
      for (let i = 0; goesOn(); i++)
        last = await act({ scope, word: `word${connection}x${i}y`, turn: connection + i, last });
    },
    async finish() {
      const begun = underWay.splice(0);
      for (const one of begun) await write(one, 0);
      for (const { asked } of underWay) wrong.push(`${asked.path} is still under way`);
      return begun.length;
    },
  };
}

export interface Claim {
  readonly id: string;
  readonly word: string;
  /** The server that acknowledged it. */
  readonly from: string;
}
