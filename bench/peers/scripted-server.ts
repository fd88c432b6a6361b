import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An OpenAI-compatible server on this machine that answers mem0's request for facts. */
export interface ScriptedServer {
  readonly url: string;
  calls(): number;
  close(): Promise<void>;
}

/** The messages to read are the lines below this heading of mem0's prompt, up to the next one. */
const NEW_MESSAGES = "## New Messages\n";
const NEXT_HEADING = "\n\n## ";

/** Answers with the facts of each new message, as `{ memory: [{ id, text }] }`, in the order of the messages. */
export async function serveFacts(factsIn: (text: string) => readonly string[]): Promise<ScriptedServer> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const { messages } = JSON.parse(await bodyOf(request)) as { messages: { content: string }[] };
    const facts = newMessages(messages.at(-1)!.content).flatMap(factsIn);
    const content = JSON.stringify({ memory: facts.map((text, i) => ({ id: String(i), text })) });
    const message = { role: "assistant", content };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        ...{ id: "scripted", object: "chat.completion", created: 0, model: "recorded" },
        choices: [{ index: 0, message, finish_reason: "stop" }],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Texts of the messages of a prompt, without role and name. */
function newMessages(prompt: string): string[] {
  const from = prompt.indexOf(NEW_MESSAGES);
  if (from < 0) throw new Error("mem0 asks for something else than the facts of new messages.");
  const rest = prompt.slice(from + NEW_MESSAGES.length);
  return rest.slice(0, rest.indexOf(NEXT_HEADING)).split("\n");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}
