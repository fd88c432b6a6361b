import { describe, expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

describe("C10: a change is told as what is so since, in the slot that it changes", () => {
  test.each([
    ["the airline moved my flight to July 1", "Alice's flight is on 1 July 2026. [plan:flight]"],
    ["launch slipped to Monday", "The launch is on 15 June 2026. [plan:launch]"],
    ["the deadline got pushed to June 27", "The deadline is on 27 June 2026. [plan:deadlin]"],
    [
      "they rescheduled my dentist appointment to June 25",
      "Alice's dentist appointment is on 25 June 2026. [plan:dentist appoint]",
    ],
    ["my rent went up to 1000 euros", "Alice's rent is 1000 euros. [rent]"],
    ["I changed my major to biology", "Alice's major is biology. [study]"],
    ["new number: 555-0199", "Alice's number is 555-0199. [phone]"],
    ["I have a new phone number, 0170 9988", "Alice's phone number is 0170 9988. [phone]"],
    ["my favourite colour changed, it's blue now", "Alice's favourite colour is blue. [favourite:color]"],
    ["down to 76 kg!", "Alice weighs 76 kg. [weight]"],
    ["Luis is my manager now", "Alice's manager is called Luis. [manager/name]"],
    ["my new manager is Luis", "Alice's manager is Luis. [manager/name]"],
    ["I make 3400 a month now", "Alice makes 3400 a month. [salari]"],
    ["手机换成iPhone了", "爱丽丝的手机是iPhone。 [has:手机]"],
    ["电脑换Mac了", "爱丽丝的电脑是Mac。 [has:电脑]"],
    ["微信号改成xyz789了", "爱丽丝的微信号是xyz789。 [wechat]"],
    ["换号了，新号是13900002222", "爱丽丝的手机号是13900002222。 [phone]"],
    ["换领导了，新领导姓李", "爱丽丝的领导姓李。 [boss/surname]"],
    ["现在老板换成李总了", "爱丽丝的老板是李总。 [boss/name]"],
    ["现在最喜欢的歌手变成林俊杰了", "爱丽丝最喜欢的歌手是林俊杰。 [favourite:歌手]"],
    ["现在改成六点起床了", "爱丽丝每天六点起床。 [habit:起床]"],
    ["瘦到130斤了", "爱丽丝体重130斤。 [weight]"],
    ["又捡了一只，现在三只猫了", "爱丽丝有三只猫。 [pet:猫]"],
  ])("%s", (text, expected) => expect(findings(text)).toContain(expected));

  test.each([
    ["my brother moved to Rome", "Alice's brother lives in Rome. [brother/home]"],
    ["Radiohead is not my favourite band anymore", undefined],
  ])("people who move are no values, and a denial is none: %s", (text, expected) =>
    expect(findings(text)).toEqual(expected === undefined ? [] : [expected]),
  );
});

describe("C10: a short correction takes the value's place", () => {
  test.each([
    ["I live in Hamburg", "oh wait I misspoke, Bremen not Hamburg", "Alice lives in Bremen. [home]"],
    ["my sister's name is Laura", "sorry it's spelled Lora", "Alice's sister's name is Lora. [sister/name]"],
    ["I'm 29", "correction: 30, had my birthday last week", "Alice is 30 years old. [age]"],
    ["I have three kids", "I meant two kids lol", "Alice has two kids. [children]"],
    ["I'm allergic to cats", "I got tested, it's dogs not cats", "Alice is allergic to dogs. [allergy:cat]"],
    ["我生日是5月2号", "更正：5月12号", "爱丽丝生日是5月12号。 [birthday]"],
  ])("%s – %s", (first, then, expected) => expect(findings(first, then).at(-1)).toBe(expected));
});
