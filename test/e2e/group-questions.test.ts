import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";

/** With the models of the package, as anybody runs it. */
let memoir: MemoirEngine;

beforeAll(async () => {
  memoir = await openMemoir({ database: ":memory:", background: false });
  await memoir.ready();
  for (const [group, lines] of Object.entries(SAID)) {
    const scope = memoir.scope(group);
    for (const [author, authorName, text] of lines) await scope.observe([{ author, authorName, text }]);
    await scope.flush();
  }
  await memoir.work();
});
afterAll(() => memoir.close());

const FLAT = "group:flat";
const ROOM = "group:宿舍";

const SAID: Record<string, readonly (readonly [account: string, name: string, text: string])[]> = {
  [FLAT]: [
    ["u1", "Ines", "the council moved the bins, they go out thursday night from now on"],
    ["u2", "Tariq", "kiwi makes my throat close up, the pen is on top of the microwave"],
    ["u3", "Bea", "i start at the bakery on the 4th, up at three every day from then"],
    ["u2", "Tariq", "rehearsal tonight was a mess, the drummer forgot half of it"],
    ["u3", "Bea", "strawberries give me a rash, everything else is fine"],
    ["u1", "Ines", "boiler man comes monday at nine, somebody has to let him in"],
    ["u3", "Bea", "my sister visits at easter, she sleeps on the sofa"],
    ["u1", "Ines", "everybody sends me 310 on the first, gas is in it"],
    ["u1", "Ines", "Bea's birthday is the 21st, i want to bake something"],
  ],
  [ROOM]: [
    ["u1", "阿杰", "宿管说了，以后周四晚上查寝，十点半之前必须回来"],
    ["u2", "小满", "我吃芒果嘴会肿，上次直接进了校医院"],
    ["u3", "大刘", "我下个月六号去报到实习，在滨江"],
    ["u3", "大刘", "我碰不得虾，一吃就起疹子"],
    ["u2", "小满", "今天食堂的面太咸了，喝了三瓶水"],
    ["u1", "阿杰", "空调师傅周一上午来修，得有人在"],
    ["u1", "阿杰", "电费每人五十，转给我就行"],
    ["u1", "阿杰", "小满二十一号过生日，想给她买个蛋糕"],
  ],
};

async function lines(scope: string, asker: string, question: string): Promise<string> {
  return (await memoir.scope(scope).recall(question, { from: ["quotes"], asker })).toPrompt();
}

describe('what "I" asks for in a group', () => {
  it.each([
    [FLAT, "u2", "which night do i drag the bins out?", "thursday night"],
    [FLAT, "u2", "what sum do i transfer for the place", "310"],
    [ROOM, "u3", "我周四晚上几点前得回来", "十点半"],
    [ROOM, "u3", "宿舍的公摊我要出多少", "五十"],
  ])("%s: is found where another member said it (%s: %s)", async (scope, asker, question, answer) => {
    expect(await lines(scope, asker, question)).toContain(answer);
  });

  it.each([
    [FLAT, "u2", "when is Bea's birthday?", "Ines: \"Bea's birthday is the 21st", "strawberries"],
    [ROOM, "u3", "小满几号过生日", '阿杰: "小满二十一号过生日', "芒果"],
  ])(
    "%s: about a member brings others' words, under their names (%s: %s)",
    async (scope, asker, question, others, own) => {
      const prompt = await lines(scope, asker, question);
      expect(prompt).toContain(others);
      expect(prompt).toContain(own);
    },
  );

  it.each([
    [FLAT, "u3", "when is my birthday?", "21st"],
    [ROOM, "u2", "我几号过生日", "二十一号"],
  ])("%s: nobody is told by others who they are (%s: %s)", async (scope, asker, question, others) => {
    expect(await lines(scope, asker, question)).not.toContain(others);
  });

  it.each([
    [FLAT, "u3", "what can i not eat?", "strawberries", "kiwi"],
    [FLAT, "u2", "what am i allergic to", "kiwi", "strawberries"],
    [ROOM, "u3", "我对什么过敏", "虾", "芒果"],
    [ROOM, "u2", "我吃什么会肿", "芒果", "虾"],
  ])(
    "%s: of one's own life is answered by nobody else (%s: %s)",
    async (scope, asker, question, own, other) => {
      const prompt = await lines(scope, asker, question);
      expect(prompt).toContain(own);
      expect(prompt).not.toContain(other);
    },
  );
});
