import { describe, expect, test } from "vitest";
import { type TurnMessage, type TurnRequest, turnEvents } from "./turn-events.ts";

const user = (words: string): TurnMessage => ({ role: "user", words });
const assistant = (words: string): TurnMessage => ({ role: "assistant", words });
const of = (said: TurnMessage[], more: Partial<TurnRequest> = {}): TurnRequest => ({
  ...{ prefix: "proxy", said, continues: null, author: undefined, session: undefined, ...more },
});
const idsOf = (conversation: TurnRequest, answer = ""): (string | undefined)[] =>
  turnEvents(conversation, answer).map(({ id }) => id);

describe("what was said in a request", () => {
  test("is the user's last messages and the answer, under ids that never change", () => {
    const said: TurnMessage[] = [
      { role: "system", words: "Be brief" },
      ...[user("I like tea"), assistant("Noted"), { role: "other" as const, words: "4" }, user("我喜欢喝茶")],
    ];
    const turn = "proxy-IIJs4f6NZn2_v-LlHEBZXaKoW_YXGs_z";
    expect(turnEvents(of(said, { author: "42", session: "s1" }), "好")).toEqual([
      { id: turn, role: "user", text: "我喜欢喝茶", author: "42", session: "s1", turn },
      { id: "proxy-jk3dj1EHDZnBMzldlRUwabXzkmz48dVw", role: "assistant", text: "好", session: "s1", turn },
    ]);
  });

  const cases: [name: string, said: TurnMessage[], answer: string, texts: string[]][] = [
    ["several messages of the user in a row", [user("a"), user("b")], "c", ["a", "b", "c"]],
    ["messages after an answer only", [user("a"), assistant("b"), user("c")], "d", ["c", "d"]],
    [
      "the question of a tool loop",
      [user("a"), assistant("b"), { role: "other", words: "x" }],
      "d",
      ["a", "d"],
    ],
    ["no empty words", [user(" "), user("a")], " ", ["a"]],
    ["an answer without words of a user", [{ role: "system", words: "a" }], "b", ["b"]],
  ];
  test.each(cases)("%s", (_, said, answer, texts) => {
    expect(turnEvents(of(said), answer).map(({ text }) => text)).toEqual(texts);
  });

  test("has the same id in every request that carries it", () => {
    const [first, answer] = idsOf(of([user("a")]), "b");
    expect(idsOf(of([user("a"), assistant("b"), { role: "other", words: "x" }]))).toEqual([first]);
    expect(answer).not.toBe(first);
  });

  test("has another id after other words, of another author, in another session and behind another prefix", () => {
    const [id] = idsOf(of([user("a")]));
    const others = [
      of([user("z"), assistant("b"), user("a")]),
      of([user("a")], { author: "42" }),
      of([{ ...user("a"), author: "42" }]),
      of([user("a")], { session: "s1" }),
      of([user("a")], { continues: "r1" }),
      of([user("a")], { prefix: "ai" }),
    ].flatMap((other) => idsOf(other));
    expect(new Set([id, ...others]).size).toBe(7);
  });

  test("each message has its own author, with the name that belongs to the account", () => {
    const said = [
      { ...user("a"), author: "1", authorName: "小明" },
      { ...user("b"), author: "2" },
      user("c"),
    ];
    const events = turnEvents(of(said, { author: "3", authorName: "Carol" }), "d");
    expect(events.map(({ author, authorName }) => [author, authorName])).toEqual([
      ["1", "小明"],
      ["2", undefined],
      ["3", "Carol"],
      [undefined, undefined],
    ]);
  });
});
