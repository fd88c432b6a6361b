import type {
  GetOperation,
  Item,
  ListNamespacesOperation,
  Operation,
  OperationResults,
  PutOperation,
  SearchItem,
  SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type {
  Document,
  DocumentInput,
  DocumentsHandle,
  DocumentsOptions,
  FoundDocument,
  MemoirEngine,
} from "../../index.ts";
import { langgraph } from "./package.ts";
import { textAt } from "./text-at.ts";

const BaseStore: typeof langgraph.BaseStore = langgraph.BaseStore;

export interface MemoirStoreOptions extends DocumentsOptions {
  /** Paths of the fields to find documents by, such as `["title", "chapters[*].content"]`. Default: all strings. */
  index?: string[] | false;
}

/** LangGraph's long-term store in a Memoir database; `search({ query })` finds by meaning, as recall does. */
export class MemoirStore extends BaseStore {
  readonly #documents: DocumentsHandle;
  readonly #index: string[] | false | undefined;

  constructor(engine: Pick<MemoirEngine, "documents">, { index, ...options }: MemoirStoreOptions = {}) {
    super();
    this.#documents = engine.documents(options);
    this.#index = index;
  }

  /** Reads see what was there before the batch; its writes are one transaction. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = operations.filter(isPut);
    const results = await Promise.all(operations.map((operation) => this.#read(operation)));
    if (puts.length > 0) await this.#documents.put(puts.map((put) => this.#input(put)));
    return results as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<Item | null | SearchItem[] | string[][] | undefined> {
    if (isPut(operation)) return undefined;
    if (isSearch(operation)) {
      const { namespacePrefix, filter, limit, offset, query } = operation;
      const matches = await this.#documents.search(namespacePrefix, { filter, limit, offset, query });
      return matches.map(toSearchItem);
    }
    if (isGet(operation)) {
      const document = await this.#documents.get(operation.namespace, operation.key);
      return document === null ? null : toItem(document);
    }
    const { matchConditions: match, maxDepth, limit, offset } = operation as ListNamespacesOperation;
    return this.#documents.namespaces({ match, maxDepth, limit, offset });
  }

  #input({ namespace, key, value, index = this.#index }: PutOperation): DocumentInput {
    if (value === null || index === undefined) return { namespace, key, value };
    return { namespace, key, value, text: index === false ? "" : textAt(value, index) };
  }
}

function isPut(operation: Operation): operation is PutOperation {
  return "value" in operation;
}

function isSearch(operation: Operation): operation is SearchOperation {
  return "namespacePrefix" in operation;
}

function isGet(operation: Operation): operation is GetOperation {
  return "key" in operation;
}

function toItem({ namespace, ...document }: Document): Item {
  return { ...document, namespace: [...namespace] };
}

function toSearchItem({ namespace, ...document }: FoundDocument): SearchItem {
  return { ...document, namespace: [...namespace] };
}
