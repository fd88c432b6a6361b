import { z } from "@hono/zod-openapi";
import { TOOL_NAMES, toolWrites } from "../../domain/tool-definitions.ts";
import { MemoirError } from "../../index.ts";
import { checkRole } from "../identify.ts";
import { type Route, routesAbout } from "../route.ts";
import { wanted } from "../schemas/common.ts";

const { post } = routesAbout("Recall", "read");

export const toolRoutes: readonly Route[] = [
  post("/api/ltm/tools/{name}", {
    summary: "Run one of the preset's tools for a model.",
    description:
      "`answer` is what to tell the model, also where its arguments are wrong. The settings' `tools` say which there are; " +
      "those that store or forget need a key with the role `write` or more.",
    params: z.strictObject({ name: z.enum(TOOL_NAMES) }),
    body: z.strictObject({ ...wanted, arguments: z.unknown().optional() }),
    answer: z.object({
      answer: z.string(),
      result: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe("The same as plain data; `null` where the arguments are wrong."),
    }),
    run: async ({ ownScope, principal, params: { name }, body, signal }) => {
      if (toolWrites(name)) checkRole(principal, "write");
      const tools = ownScope(body).tools();
      const tool = tools.find((one) => one.name === name);
      if (tool !== undefined) {
        const { text, result } = await tool.call(body.arguments, { signal });
        return { answer: text, result };
      }
      const there = tools.map((one) => one.name).join(", ") || "none";
      throw new MemoirError("not_found", `The settings give no tool ${name} here. There are: ${there}.`, {
        details: { tool: name },
      });
    },
  }),
];
