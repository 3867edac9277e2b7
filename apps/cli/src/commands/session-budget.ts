import type { Body } from "@squadroom/client/call";
import {
  amountText,
  BUDGET_LIMITS,
  BUDGET_RUNS_MAX,
  BUDGET_TOKENS_MAX,
  BUDGET_USD_MAX,
  limitOf,
  type SessionBudget,
  usedText,
} from "@squadroom/core/budget/budget";
import { findSession } from "@squadroom/core/flow/sessions";
import type { Usage } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { define, number } from "../answer.ts";
import { forPeople, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import type { Cli } from "../settings.ts";

type Budget = NonNullable<Body<"createSession">["budget"]>;

/** Limits, the same for a new session and for an existing one. */
export function addBudgetOptions(command: Command): Command {
  return command
    .option("--tokens <n>", "limit in tokens", number(1, BUDGET_TOKENS_MAX))
    .option("--usd <n>", "limit in US dollars", number(0.000_001, BUDGET_USD_MAX))
    .option("--runs <n>", "limit in runs, that is attempts at its tasks", number(1, BUDGET_RUNS_MAX))
    .option("--warn-at <share>", "warn at this share of a limit, by default 0.8", number(0.05, 1));
}

export function readBudget(options: Record<string, unknown>): Budget | undefined {
  const given = (name: string) => options[name] as number | undefined;
  const limits = { tokens: given("tokens"), costUsd: given("usd"), runs: given("runs") };
  const warnAt = given("warnAt");
  if (Object.values(limits).every((limit) => limit === undefined)) {
    if (warnAt === undefined) return undefined;
    const message = "--warn-at needs a limit.";
    throw new CliError("no_limit", message, "Add `--tokens`, `--usd` or `--runs`.");
  }
  return { ...limits, ...(warnAt === undefined ? {} : { warnAt }) } as Budget;
}

export function budgetText(budget: SessionBudget | null, usage: Usage): string {
  if (!budget) return "no budget";
  const limits = BUDGET_LIMITS.filter((limit) => limitOf(budget, limit) !== null);
  return limits.map((limit) => usedText({ budget, usage }, limit)).join(", ");
}

export function addBudget(session: Command, cli: Cli): void {
  const command = define(
    session,
    "budget <id>",
    "show or set what a session may use; it pauses at the first limit it reaches",
    "Replaces earlier limits. Higher limits resume a session that its budget paused. Without options, prints the limits.",
  );
  addBudgetOptions(inRoom(command)).option("--none", "remove the limits");
  forPeople(cli, command, async ({ call, params }, [id = ""], options) => {
    const of = { ...params, sessionId: id };
    const wanted = readBudget(options);
    if (wanted === undefined && options.none !== true) {
      const { row } = await call("getSession", { params: of });
      return { data: row, text: `Session ${row.id}: ${budgetText(row.budget, row.usage)}.` };
    }
    const body = { budget: wanted ?? null };
    const reply = await call("setBudget", { params: of, body: body });
    const { view } = await call("getRoom", { params, query: { events: 0, minSeq: reply.seq } });
    const now = findSession(view.sessions, reply.sessionId);
    const set = BUDGET_LIMITS.flatMap((limit) => {
      const max = now?.budget ? limitOf(now.budget, limit) : null;
      return max === null ? [] : [amountText(limit, max)];
    });
    const limits = set.length === 0 ? "has no limit" : `may use ${set.join(", ")}`;
    const state = now?.state === "paused" ? " It is paused." : "";
    return { data: reply, text: `Session ${reply.sessionId} ${limits}.${state}` };
  });
}
