import { randomUUID } from "node:crypto";
import type { Asked, Client } from "./server-client.ts";

/** The writes that the servers have acknowledged. */
export interface Told {
  /** Each message by its words, with its scope. */
  readonly messages: Map<string, string>;
  /** Each claim by its id. */
  readonly claims: Map<string, Claimed>;
}

interface Claimed {
  readonly scope: string;
  /** `null` once it is forgotten. */
  readonly text: string | null;
  /** A change by hand is evidence too; sent again, it is twice. */
  readonly isChanged: boolean;
}

/** A request that changes something, and the state that holds once it is acknowledged. */
interface Write<T> {
  readonly asked: Asked;
  readonly done: (answer: T, from: string) => void;
}

export interface Bots {
  readonly told: Told;
  /** Looks at what was acknowledged before, and how many of them were at another server than the one that did it. */
  readonly looks: { all: number; elsewhere: number };
  /** One connection: a bot that writes, looks, changes its mind and forgets, one request after the other. */
  converse(connection: number, goesOn: () => boolean): Promise<void>;
  /** Sends again what dead servers had begun, a minute later. Gives how many these were. */
  finish(): Promise<number>;
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
  readonly degraded: unknown;
}
interface Placed {
  readonly event: { readonly text: string };
}

export function createBots(client: Client, next: () => number): Bots {
  const told: Told = { messages: new Map(), claims: new Map() };
  const { wrong } = client.tally;
  const underWay: Write<never>[] = [];
  const looks = { all: 0, elsewhere: 0 };

  /** Says whether it is acknowledged. */
  const write = async <T>(one: Write<T>, turn: number): Promise<boolean> => {
    const got = await client.send<T>(one.asked, turn);
    if (got === "under way") underWay.push(one);
    else if (got !== "wrong") one.done(got.answer, got.from);
    return typeof got === "object";
  };

  /** An acknowledged write is in the next answer of every server. */
  const look = async (scope: string, { id, word, from }: Claim, turn: number): Promise<void> => {
    const body = { scope, query: word, threshold: 0, deadlineMs: DEADLINE_MS };
    const got = await client.send<Recalled>({ method: "POST", path: "/api/ltm/recall", body }, turn);
    if (typeof got === "string") return;
    looks.all += 1;
    if (got.from !== from) looks.elsewhere += 1;
    const { hits, degraded } = got.answer;
    if (degraded !== null) wrong.push(`degraded: ${JSON.stringify(degraded)}`);
    const isSeen = hits.some((hit) => hit.id === id && hit.text.includes(word));
    if (!isSeen) wrong.push(`the next recall does not see ${id}, ${word}`);
  };

  const observe = async (scope: string, word: string, turn: number): Promise<void> => {
    const texts = [`Message ${word} 你好`, `Reply to ${word}`];
    // Done once by its ids, or by its key.
    const once = next() < 0.5 ? randomUUID() : undefined;
    const messages = texts.map((text, i) => (once === undefined ? { id: `${word}-${i}`, text } : { text }));
    const done = ({ recorded, duplicates }: Observed): void => {
      if (recorded + duplicates !== 2) wrong.push(`${word}: ${recorded} recorded, ${duplicates} known`);
      for (const text of texts) told.messages.set(text, scope);
    };
    const asked: Asked = { method: "POST", path: "/api/ltm/events", body: { scope, messages }, once };
    if (!(await write({ asked, done }, turn)) || once !== undefined) return;
    const path = `/api/ltm/events/${word}-0?scope=${encodeURIComponent(scope)}`;
    const got = await client.send<Placed>({ method: "GET", path }, turn + 1);
    if (typeof got === "object" && got.answer.event.text !== texts[0])
      wrong.push(`${word}-0 says something else`);
  };

  const remember = async (scope: string, word: string, turn: number): Promise<Claim | undefined> => {
    let made: Claim | undefined;
    const once = next() < 0.5 ? randomUUID() : undefined;
    // Each is about a different thing: no claim replaces another.
    const text = `Boat ${word} lies beside pier${word}`;
    const body = { scope, text, subject: word, ...(once === undefined ? { eventId: `claim-${word}` } : {}) };
    const done = ({ memory: { id } }: Item, from: string): void => {
      told.claims.set(id, { scope, text, isChanged: false });
      made = { id, word, from };
    };
    await write({ asked: { method: "POST", path: "/api/ltm/remember", body, once }, done }, turn);
    if (made !== undefined) await look(scope, made, turn + 1);
    return made;
  };

  const change = async (
    scope: string,
    id: string,
    word: string,
    turn: number,
  ): Promise<Claim | undefined> => {
    let made: Claim | undefined;
    const text = `Boat ${word} sails with crew${word}`;
    const path = `/api/ltm/items/${id}?scope=${encodeURIComponent(scope)}`;
    const done = (_: Item, from: string): void => {
      told.claims.set(id, { scope, text, isChanged: true });
      made = { id, word, from };
    };
    await write({ asked: { method: "PATCH", path, body: { text } }, done }, turn);
    if (made !== undefined) await look(scope, made, turn + 1);
    return made;
  };

  const forget = async (scope: string, id: string, turn: number): Promise<void> => {
    const asked: Asked = { method: "POST", path: "/api/ltm/forget", body: { scope, id }, once: randomUUID() };
    const done = (): unknown =>
      told.claims.set(id, { scope, text: null, isChanged: told.claims.get(id)?.isChanged === true });
    await write({ asked, done }, turn);
  };

  return {
    told,
    looks,
    async converse(connection, goesOn) {
      const scope = `user:${connection % SCOPES}`;
      let last: Claim | undefined;
      for (let i = 0; goesOn(); i++) {
        const turn = connection + i;
        const word = `word${connection}x${i}y`;
        const dice = next();
        if (dice < 0.3) await observe(scope, word, turn);
        else if (dice < 0.6 || last === undefined) last = await remember(scope, word, turn);
        else if (dice < 0.85) await look(scope, last, turn);
        else if (dice < 0.95) last = await change(scope, last.id, word, turn);
        else {
          await forget(scope, last.id, turn);
          last = undefined;
        }
      }
    },
    async finish() {
      const begun = underWay.splice(0);
      for (const one of begun) await write(one, 0);
      for (const { asked } of underWay) wrong.push(`${asked.path} is still under way`);
      return begun.length;
    },
  };
}

interface Claim {
  readonly id: string;
  readonly word: string;
  /** The server that acknowledged it. */
  readonly from: string;
}
