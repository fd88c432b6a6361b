import { MemoirError } from "../../domain/errors.ts";
import type { ModelRole, ModelSettings } from "../../domain/settings/models.ts";
import { counter, withSpan } from "../telemetry.ts";
import {
  budgetDay,
  createBudget,
  estimateInput,
  type TokenBudget,
  type UsageEntry,
  type UsageLedger,
  usageOf,
} from "./budget.ts";
import {
  type GenerateResult,
  type LanguageModel,
  type ModelRequest,
  type PreparedRequest,
  prepareRequest,
  type TokenUsage,
} from "./port.ts";
import {
  type Breaker,
  type BreakerState,
  createBreaker,
  type ModelTime,
  systemTime,
  withRetries,
} from "./retry.ts";

export type ModelsByRole = Readonly<Partial<Record<ModelRole, LanguageModel>>>;

export interface ModelCallerOptions {
  readonly models: ModelsByRole;
  readonly settings: Omit<ModelSettings, "roles">;
  readonly ledger: UsageLedger;
  /** Default: real time. */
  readonly time?: ModelTime;
  /** Default: `Math.random`. */
  readonly random?: () => number;
}

export interface ModelAnswer extends Omit<GenerateResult, "usage"> {
  readonly model: string;
  readonly usage: TokenUsage;
}

/** The one way to a language model: every call is limited, counted, and stopped in time. */
export interface ModelCaller {
  readonly settings: Omit<ModelSettings, "roles">;
  readonly time: ModelTime;
  /** Whether a model is there for this role. None is a normal state. */
  has(role: ModelRole): boolean;
  /**
   * Asks the role's model, on the tenant's account. Fails with `model_unavailable`, `model_timeout`,
   * `model_refused`, `model_bad_output` (an empty answer), `budget_exhausted` or `aborted`; and with the
   * database's own error where there is a budget and what was spent cannot be read.
   */
  call(role: ModelRole, tenant: string, request: ModelRequest): Promise<ModelAnswer>;
  /** How each model in use is doing, by its id. */
  states(): Map<string, BreakerState>;
}

export function createModelCaller(options: ModelCallerOptions): ModelCaller {
  const { models, settings, ledger, time = systemTime(), random = Math.random } = options;
  const budgetsOf = budgetsByRole(settings.dailyTokenBudget, ledger);
  const breakers = new Map<string, Breaker>();
  const breakerOf = ({ id }: LanguageModel): Breaker => {
    const breaker = breakers.get(id) ?? createBreaker(id, settings.breaker, time.elapsed);
    breakers.set(id, breaker);
    return breaker;
  };
  return {
    settings,
    time,
    has: (role) => models[role] !== undefined,
    states: () => new Map([...breakers].map(([id, breaker]) => [id, breaker.state])),
    async call(role, tenant, request) {
      const model = models[role];
      if (model === undefined) {
        const message = `No language model is configured for ${role}. Pass openMemoir({ model }) or set models.roles.${role}.`;
        throw new MemoirError("model_unavailable", message, { details: { role } });
      }
      const prepared = prepareRequest(model, request, settings);
      return withCallSpan(role, model.id, () =>
        paidFrom(
          budgetsOf(role, request.dailyTokenBudget),
          { tenant, day: budgetDay(time.now()), role, model: model.id },
          prepared,
          async (bill) => {
            const attempt = { model, request, prepared, bill, settings, time, random };
            return usable(await ask(attempt, breakerOf(model)));
          },
        ),
      );
    },
  };
}

type BudgetsOf = (role: ModelRole, limit: number | null | undefined) => TokenBudget[];

/** The budgets that a call is paid from: that of all calls, and the role's own where the request names one. */
function budgetsByRole(dailyTokenBudget: number | null, ledger: UsageLedger): BudgetsOf {
  const budget = createBudget(dailyTokenBudget, ledger);
  const budgets = new Map<string, TokenBudget>();
  return (role, limit = null) => {
    if (limit === null) return [budget];
    const name = JSON.stringify([role, limit]);
    const roleBudget = budgets.get(name) ?? createBudget(limit, ledger, role);
    budgets.set(name, roleBudget);
    return [roleBudget, budget];
  };
}

interface Attempt extends Required<Pick<ModelCallerOptions, "settings" | "time" | "random">> {
  readonly model: LanguageModel;
  readonly request: ModelRequest;
  readonly prepared: PreparedRequest;
  readonly bill: Bill;
}

/** Tries until there is an answer or none will come. The cost goes to `bill`, also after an error. */
async function ask(attempt: Attempt, breaker: Breaker): Promise<ModelAnswer> {
  const { model, request, prepared, bill, settings, time, random } = attempt;
  const leave = breaker.enter();
  let wentWell: boolean | undefined;
  try {
    const result = await withRetries(
      {
        model: model.id,
        time,
        timeoutMs: Math.min(request.timeoutMs ?? settings.timeoutMs, settings.timeoutMs),
        random,
        retries: settings.retries,
        signal: request.signal,
        onFailure: ({ charged }) => {
          bill.failures += 1;
          if (charged) bill.inputTokens += estimateInput(prepared);
        },
      },
      (signal) => {
        bill.calls += 1;
        return model.generate({ ...prepared, signal });
      },
    );
    wentWell = true;
    const usage = usageOf(prepared, result);
    bill.inputTokens += usage.inputTokens;
    bill.outputTokens += usage.outputTokens;
    return { ...result, model: model.id, usage };
  } catch (error) {
    wentWell = saysOfProvider(error);
    // A caller that left does not stop the provider from counting what it was sent.
    if (bill.calls > bill.failures) bill.inputTokens += estimateInput(prepared);
    throw error;
  } finally {
    leave(wentWell);
  }
}

type Bill = { -readonly [K in "calls" | "failures" | "inputTokens" | "outputTokens"]: UsageEntry[K] };

/** Runs `work` on the tenant's budgets: its worst case is held before, and what it really used is written down. */
async function paidFrom<T>(
  budgets: readonly TokenBudget[],
  account: Pick<UsageEntry, "tenant" | "day" | "role" | "model">,
  prepared: PreparedRequest,
  work: (bill: Bill) => Promise<T>,
): Promise<T> {
  const worst = estimateInput(prepared) + prepared.maxOutputTokens;
  const releases: (() => void)[] = [];
  const bill: Bill = { calls: 0, failures: 0, inputTokens: 0, outputTokens: 0 };
  try {
    for (const budget of budgets) releases.push(await budget.reserve(account.tenant, account.day, worst));
    return await work(bill);
  } finally {
    if (bill.calls > 0) {
      const { role, model } = account;
      counter("memoir.model.requests").add(bill.calls, { role, model });
      counter("memoir.model.failures").add(bill.failures, { role, model });
      counter("memoir.model.tokens").add(bill.inputTokens, { role, model, direction: "input" });
      counter("memoir.model.tokens").add(bill.outputTokens, { role, model, direction: "output" });
      for (const budget of budgets) await budget.record({ ...account, ...bill });
    }
    for (const release of releases) release();
  }
}

/** The span and the outcome of one call. */
function withCallSpan(
  role: ModelRole,
  model: string,
  work: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  return withSpan(
    "memoir.model.call",
    { "memoir.role": role, "gen_ai.request.model": model },
    async (current) => {
      let outcome = "ok";
      try {
        const answer = await work();
        current.setAttributes({
          "gen_ai.usage.input_tokens": answer.usage.inputTokens,
          "gen_ai.usage.output_tokens": answer.usage.outputTokens,
        });
        return answer;
      } catch (error) {
        outcome = MemoirError.is(error) ? error.code : "internal";
        throw error;
      } finally {
        current.setAttribute("memoir.outcome", outcome);
        counter("memoir.model.calls").add(1, { role, model, outcome });
      }
    },
  );
}

/** Whether an error means that the provider is down or that it is up; `undefined` where it tells neither. */
function saysOfProvider(error: unknown): boolean | undefined {
  const code = MemoirError.is(error) ? error.code : undefined;
  if (code === "model_unavailable" || code === "model_timeout") return false;
  return code === "model_refused" || code === "model_bad_output" ? true : undefined;
}

function usable(answer: ModelAnswer): ModelAnswer {
  const { model, finish, text, object } = answer;
  if (finish === "refusal") {
    throw new MemoirError("model_refused", `${model} refused to answer this.`, { details: { model } });
  }
  if (text.trim() === "" && object === undefined) {
    const why =
      finish === "length" ? " It reached models.maxOutputTokens before its first word; raise it." : "";
    throw new MemoirError("model_bad_output", `${model} gave an empty answer.${why}`, {
      details: { model, finish },
    });
  }
  return answer;
}
