import { describe, expect, test } from "vitest";
import { readClaim } from "./facts.ts";

function numbers(text: string): string[] {
  return readClaim(text)
    .facts.filter(({ kind }) => kind === "number")
    .map(({ concept }) => concept.slice(1));
}

describe("numbers in digits and words", () => {
  test.each<[string, string[]]>([
    ["Alice has two cats", ["2"]],
    ["Alice has 2 cats", ["2"]],
    ["Alice is twenty-one", ["21"]],
    ["Alice has a hundred and five books", ["105"]],
    ["The town has three thousand two hundred people", ["3200"]],
    ["Alice earns 1,200.50 euros", ["1200.5"]],
    ["Alice earns 10k", ["10000"]],
    ["Alice lost 30% of it", ["30"]],
    ["Alice came 3rd", ["3th"]],
    ["Alice came third", ["3th"]],
    ["Alice bought a dozen eggs", ["12"]],
    ["Alice was there once or twice", ["1", "2"]],
    ["Alice won 2-1", ["2-1"]],
    ["Alice won 2–1", ["2-1"]],
    ["Alice's code is 12-34", ["12-34"]],
    ["Alice's phone number is 555-1234", ["5551234"]],
    ["Alice rented a 3-bedroom flat", ["3"]],
    ["Alice is someone", []],
    ["小明有两只猫", ["2"]],
    ["小明有2只猫", ["2"]],
    ["小明三十一岁", ["31"]],
    ["小明有一百零五本书", ["105"]],
    ["工资是一万两千元", ["12000"]],
    ["工资是1.5万元", ["15000"]],
    ["小明是第三名", ["3th"]],
    ["小明和小红一起跑步", []],
    ["小明十分喜欢三明治", []],
    ["小明一直住在这里", []],
    ["小明会说一点法语", []],
  ])("%s: %j", (text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });
});
