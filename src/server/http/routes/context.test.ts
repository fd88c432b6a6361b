import { beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

interface Context {
  readonly prompt: string;
  readonly messages: readonly { role: string; content: unknown }[];
  readonly delivered: boolean;
}

describe("POST /api/ltm/context (R40)", () => {
  const door = useDoor();
  const fact = "Alice grows walnuts and other nuts";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    await door.memoir.scope("user:alice").remember(fact);
  });
  const context = (body: object) =>
    door.call<Context>("POST", "/api/ltm/context", { key, body: { scope: "user:alice", ...body } });
  const chat = [
    { role: "system", content: "You are kind." },
    { role: "user", content: "Which nuts do I grow?", name: "alice" },
  ];

  it("puts what is remembered where the preset says, and leaves the rest as it was", async () => {
    const { status, body } = await context({ messages: chat, threshold: 0 });
    expect([status, body.delivered]).toEqual([200, true]);
    expect(body.prompt).toContain(fact);
    expect(body.messages.map(({ content }) => content).join("\n")).toContain(body.prompt);
    expect(body.messages).toContainEqual(chat[1]);
    expect((await context({ messages: body.messages, threshold: 0 })).body.messages).toEqual(body.messages);
  });

  it("asks the words of parts", async () => {
    const content = [{ type: "text", text: "Which nuts does Alice grow?" }, { type: "image_url" }];
    const { body } = await context({ messages: [{ role: "user", content }], threshold: 0 });
    expect(body.prompt).toContain(fact);
  });

  it("asks what it is told to ask", async () => {
    expect((await context({ query: "nuts" })).body.messages).toHaveLength(1);
    expect((await context({ query: "whales", messages: chat })).body).toMatchObject({
      prompt: "",
      messages: chat,
    });
    expect((await context({ query: "nuts", deliver: false })).body.delivered).toBe(false);
  });

  it.each([
    [{}, 400],
    [{ messages: [] }, 400],
    [{ messages: [{ role: "user", content: [{ type: "image_url" }] }] }, 400],
    [{ messages: "nuts" }, 400],
    [{ messages: [{ content: "nuts" }] }, 400],
    [{ query: "nuts", scope: "nowhere" }, 400],
  ])("%j is refused", async (body, status) => {
    expect((await context(body)).status).toBe(status);
  });
});
