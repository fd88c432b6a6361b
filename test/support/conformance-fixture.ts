import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  completable,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** A picture of one pixel, and a sound of no length. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = Buffer.from("RIFF$\0\0\0WAVEfmt ", "latin1").toString("base64");

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
const spoken = (words: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text: words } }],
});

/**
 * The tools, resources and prompts that the official conformance suite calls, as its scenarios describe them. They stand
 * behind Memoir's own endpoint, so that the suite can try its sessions, streams and checks in full.
 */
export function conformanceFixture(identity: string, era: "legacy" | "modern"): McpServer {
  const codec = createRequestStateCodec<string>({ key: SECRET, bind: () => identity });
  const server = new McpServer(
    { name: "conformance-fixture", version: "1.0.0" },
    {
      capabilities: {
        ...{ logging: {}, completions: {}, tools: {}, prompts: {} },
        resources: era === "legacy" ? { subscribe: true } : {},
      },
      requestState: { verify: codec.verify },
    },
  );
  addTools(server);
  addQuestions(server, codec);
  addResources(server, era);
  addPrompts(server);
  return server;
}

const SECRET = randomBytes(32);
const DESCRIBED = { description: "One of the suite's prompts" };

function addTools(server: McpServer): void {
  const tool = (name: string, run: (context: ServerContext) => object | Promise<object>): void =>
    void server.registerTool(name, { description: `The suite's ${name}` }, (async (context: ServerContext) =>
      run(context)) as never);

  tool("test_simple_text", () => text("This is a simple text response for testing."));
  tool("test_image_content", () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }));
  tool("test_audio_content", () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }));
  tool("test_embedded_resource", () => ({
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }));
  tool("test_multiple_content_types", () => ({
    content: [
      ...text("Multiple content types test:").content,
      { type: "image", data: PNG, mimeType: "image/png" },
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }));
  tool("test_error_handling", () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  tool("test_tool_with_logging", async ({ mcpReq }) => {
    for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", line);
      await sleep(50);
    }
    return text("Logged.");
  });
  tool("test_logging_tool", async ({ mcpReq }) => {
    await mcpReq.log("info", "Only for who asked for it");
    return text("Logged.");
  });
  tool("test_tool_with_progress", async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await sleep(50);
    }
    return text("Done.");
  });
  tool("test_elicitation_sep1034_defaults", async ({ mcpReq }) => {
    const answer = await mcpReq.elicitInput({
      message: "Check the defaults",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
          verified: { type: "boolean", default: true },
        },
      },
    });
    return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
  });
  tool("test_elicitation_sep1330_enums", async ({ mcpReq }) => {
    const options = ["option1", "option2", "option3"];
    const titled = (words: string) =>
      ["First", "Second", "Third"].map((nth, i) => ({ const: `value${i + 1}`, title: `${nth} ${words}` }));
    const answer = await mcpReq.elicitInput({
      message: "Choose",
      requestedSchema: {
        type: "object",
        properties: {
          untitledSingle: { type: "string", enum: options },
          titledSingle: { type: "string", oneOf: titled("Option") },
          legacyEnum: {
            type: "string",
            enum: ["opt1", "opt2", "opt3"],
            enumNames: ["Option One", "Option Two", "Option Three"],
          },
          untitledMulti: { type: "array", items: { type: "string", enum: options } },
          titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
        },
      },
    });
    return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
  });
  server.registerTool(
    "test_sampling",
    { description: "Asks the client's model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    "test_elicitation",
    { description: "Asks the user", inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({
        message,
        requestedSchema: {
          type: "object",
          properties: {
            username: { type: "string", description: "User's response" },
            email: { type: "string", description: "User's email address" },
          },
          required: ["username", "email"],
        },
      });
      return text(`User response: action: ${action}, content: ${JSON.stringify(content)}`);
    },
  );
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

function elicit(message: string, property: string, type: "string" | "boolean" = "string") {
  return inputRequired.elicit({
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: { [property]: type === "boolean" ? { type } : { type } },
      required: [property],
    },
  });
}

function sample(words: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens,
  });
}

type Codec = ReturnType<typeof createRequestStateCodec<string>>;

/** Tools that ask something first, and the prompt that does. */
function addQuestions(server: McpServer, codec: Codec): void {
  const tool = (
    name: string,
    ask: (context: ServerContext) => { requests: InputRequests; state?: string } | string,
  ): void =>
    void server.registerTool(name, { description: `The suite's ${name}` }, (async (
      context: ServerContext,
    ) => {
      const asked = ask(context);
      if (typeof asked === "string") return text(asked);
      const { requests: inputRequests, state } = asked;
      return inputRequired({
        inputRequests,
        ...(state === undefined ? {} : { requestState: await codec.mint(state, context) }),
      });
    }) as never);
  const answers = ({ mcpReq }: ServerContext) => mcpReq.inputResponses ?? {};

  const name = (context: ServerContext): { requests: InputRequests } | string => {
    const answer = acceptedContent<{ name?: string }>(answers(context), "user_name");
    return answer?.name === undefined
      ? { requests: { user_name: elicit("What is your name?", "name") } }
      : `Hello, ${answer.name}!`;
  };
  tool("test_input_required_result_elicitation", name);
  tool("test_streaming_elicitation", name);
  tool("test_input_required_result_sampling", (context) => {
    const answer = answers(context).capital_question;
    return answer === undefined
      ? { requests: { capital_question: sample("What is the capital of France?", 100) } }
      : `They say: ${JSON.stringify(answer)}`;
  });
  // It asks for what the client has not declared: the protocol's layer refuses that, not the tool.
  tool("test_missing_capability", (context) =>
    answers(context).greeting === undefined
      ? { requests: { greeting: sample("Generate a greeting", 50) } }
      : "The client can sample.",
  );
  tool("test_input_required_result_list_roots", (context) => {
    const answer = answers(context).client_roots;
    return answer === undefined
      ? { requests: { client_roots: inputRequired.listRoots() } }
      : `Roots: ${JSON.stringify(answer)}`;
  });
  const confirm = (context: ServerContext): { requests: InputRequests; state: string } | string =>
    context.mcpReq.requestState<string>() === "confirm" && answers(context).confirm !== undefined
      ? "state-ok"
      : { requests: { confirm: elicit("Please confirm", "ok", "boolean") }, state: "confirm" };
  tool("test_input_required_result_request_state", confirm);
  tool("test_input_required_result_tampered_state", confirm);
  tool("test_input_required_result_multiple_inputs", (context) => {
    const { user_name, greeting, client_roots } = answers(context);
    if (user_name !== undefined && greeting !== undefined && client_roots !== undefined) return "All of it.";
    return {
      requests: {
        user_name: elicit("What is your name?", "name"),
        greeting: sample("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      state: "all",
    };
  });
  tool("test_input_required_result_multi_round", (context) => {
    const state = context.mcpReq.requestState<string>();
    if (state === "two" && answers(context).step2 !== undefined) return "Both steps.";
    return state === "one" && answers(context).step1 !== undefined
      ? { requests: { step2: elicit("Step 2: What is your favorite color?", "color") }, state: "two" }
      : { requests: { step1: elicit("Step 1: What is your name?", "name") }, state: "one" };
  });
  tool("test_input_required_result_capabilities", (context) => {
    const able = capabilitiesOf(context);
    return {
      requests: {
        ...(able?.elicitation === undefined ? {} : { user_name: elicit("What is your name?", "name") }),
        ...(able?.sampling === undefined ? {} : { greeting: sample("Generate a greeting", 50) }),
      },
    };
  });
  server.registerPrompt("test_input_required_result_prompt", DESCRIBED, (async (context: ServerContext) => {
    const answer = acceptedContent<{ context?: string }>(answers(context), "user_context");
    return answer?.context === undefined
      ? inputRequired({
          inputRequests: { user_context: elicit("What context should the prompt use?", "context") },
        })
      : spoken(`In the context of ${answer.context}.`);
  }) as never);
}

function resource(uri: string, mimeType: string, words: string) {
  return { type: "resource" as const, resource: { uri, mimeType, text: words } };
}

function addResources(server: McpServer, era: "legacy" | "modern"): void {
  const fixed = (
    name: string,
    uri: string,
    mimeType: string,
    content: { text: string } | { blob: string },
  ): void =>
    void server.registerResource(name, uri, { mimeType }, async () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  fixed("static-text", "test://static-text", "text/plain", {
    text: "This is the content of the static text resource.",
  });
  fixed("static-binary", "test://static-binary", "image/png", { blob: PNG });
  fixed("watched", "test://watched-resource", "text/plain", { text: "Watched." });
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const mimeType = "application/json";
  server.registerResource("template", template, { mimeType }, async (uri, { id }) => ({
    contents: [
      {
        ...{ uri: uri.href, mimeType },
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
  if (era === "modern") return;
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", DESCRIBED, async () =>
    spoken("This is a simple prompt for testing."),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      ...DESCRIBED,
      argsSchema: z.object({
        arg1: completable(z.string(), (begun) =>
          ["paris", "park", "party"].filter((one) => one.startsWith(begun)),
        ),
        arg2: z.string(),
      }),
    },
    async ({ arg1, arg2 }) => spoken(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { ...DESCRIBED, argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: resource(resourceUri, "text/plain", "Embedded resource content for testing."),
        },
        ...spoken("Please process the embedded resource above.").messages,
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", DESCRIBED, async () => ({
    messages: [
      { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
      ...spoken("Please analyze the image above.").messages,
    ],
  }));
}
