import { describe, expect, it } from "vitest";
import { categoryOfType, kindOfCategory, typeOfCategory } from "./category.ts";
import { MEMORY_TYPES } from "./memory.ts";

describe("category", () => {
  it.each([
    ["preference", "preference", "semantic"],
    ["tone", "preference", "semantic"],
    ["style", "preference", "semantic"],
    ["preferences", "preference", "semantic"],
    ["fact", "profile", "semantic"],
    ["profile", "profile", "semantic"],
    ["Personal", "profile", "semantic"],
    ["decision", "episode", "semantic"],
    ["workflow", "preference", "semantic"],
    ["skill_usage", "preference", "semantic"],
    ["experience", "episode", "semantic"],
    ["todo", "task_state", "semantic"],
    ["tasks", "task_state", "semantic"],
    ["Goals", "task_state", "semantic"],
    ["constraints", "constraint", "semantic"],
    ["knowledge", "profile", "semantic"],
    ["timeline", "episode", "timeline"],
    ["event", "episode", "episodic"],
    ["activity", "episode", "episodic"],
    ["relationship_dynamic", null, "insight"],
    ["procedural", null, "procedural"],
  ])("C4: %s is type %s, kind %s", (category, type, kind) => {
    expect(typeOfCategory(category)).toBe(type);
    expect(kindOfCategory(category)).toBe(kind);
  });

  it.each(["hobby", "爱好", "constructor", "__proto__", ""])(
    "C4: the unknown %j is a profile fact",
    (category) => {
      expect(typeOfCategory(category)).toBe("profile");
      expect(kindOfCategory(category)).toBe("semantic");
    },
  );

  it("C4: looks up without regard to case and outer space", () => {
    expect(typeOfCategory(" TODO ")).toBe("task_state");
    expect(kindOfCategory("Timeline")).toBe("timeline");
  });

  it("C4: a standing decision is a constraint; other categories do not care", () => {
    expect(typeOfCategory("decision", { standing: true })).toBe("constraint");
    expect(typeOfCategory("Decision", { standing: false })).toBe("episode");
    expect(typeOfCategory("fact", { standing: true })).toBe("profile");
  });

  it.each([
    "1. Stop the server 2. Run the migration",
    "1) build\n2) push",
    "Deploy: (1) build (2) push",
    "Step 1: build. Step 2: push.",
    "部署：1、构建 2、推送",
    "第一步构建，第二步推送",
    "步骤1：构建\n步骤2：推送",
    "①构建②推送",
  ])("C4, R283: an experience with steps is procedural: %j", (text) => {
    expect(kindOfCategory("experience", { text })).toBe("procedural");
    expect(kindOfCategory("fact", { text })).toBe("semantic");
  });

  it.each([
    "Retrying fixed the deploy",
    "1. FC Köln won",
    "Version 1.5 was slower than 2.5",
    "Worked from 1:30 to 2:30",
    "2. push 1. build",
    "重启之后就好了",
    "",
  ])("C4: an experience without steps is semantic: %j", (text) => {
    expect(kindOfCategory("experience", { text })).toBe("semantic");
  });

  it("looks for steps in linear time", () => {
    expect(kindOfCategory("experience", { text: "1. ".repeat(40_000) })).toBe("semantic");
  });

  it.each(MEMORY_TYPES)("%s has a category that leads back, and its own name means it", (type) => {
    expect(typeOfCategory(categoryOfType(type))).toBe(type);
    expect(typeOfCategory(type)).toBe(type);
    expect(kindOfCategory(type)).toBe(kindOfCategory(categoryOfType(type)));
  });
});
