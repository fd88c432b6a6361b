import { MemoirError } from "../../domain/errors.ts";

const NAME = "@langchain/langgraph-checkpoint";

/** LangGraph's own classes. They are no dependency of Memoir: whoever uses LangGraph has them. */
export const langgraph: typeof import("@langchain/langgraph-checkpoint") = await import(
  "@langchain/langgraph-checkpoint"
).catch((error: unknown) => {
  const code = (error as { code?: unknown }).code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
  throw new MemoirError(
    "unsupported_runtime",
    `memoir/langgraph needs ${NAME}. Run: npm install ${NAME} @langchain/core`,
    { cause: error },
  );
});
