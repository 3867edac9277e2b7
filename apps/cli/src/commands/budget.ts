import type { Body } from "@squadroom/client/call";
import type { ScopeBudget } from "@squadroom/core/budget/scope";
import { scopeKey } from "@squadroom/core/budget/scope";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { forPeople, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { addBudgetOptions, budgetText, readBudget } from "./session-budget.ts";

/** Limits of the room, of one agent, or of one run. */
export function addBudgets(program: Command, cli: Cli): void {
  const command = define(
    program,
    "budget",
    "show or set what the room, an agent or a run may use",
    "What has used its budget starts nothing new before a person raises it. Without options, prints all budgets of the room.",
  );
  addBudgetOptions(inRoom(command))
    .option("--agent <name>", "of this agent")
    .option("--run <n>", "of this run")
    .option("--none", "remove the limits");
  forPeople(cli, command, async ({ call, params }, _, options) => {
    const wanted = readBudget(options);
    const { view } = await call("getRoom", { params, query: { events: 0 } });
    if (wanted === undefined && options.none !== true) {
      const budgets = Object.values(view.budgets);
      const text = budgets.length === 0 ? "No budget is set." : budgets.map(lineOf).join("\n");
      return { data: budgets, text };
    }
    const scope = scopeOf(view, options);
    const reply = await call("limitUse", { params, body: { scope, budget: wanted ?? null } });
    const query = { events: 0, minSeq: reply.seq };
    const { view: now } = await call("getRoom", { params, query });
    const one = now.budgets[scopeKey(reply.scope)];
    return { data: reply, text: one ? lineOf(one) : "It has no limit now." };
  });
}

function scopeOf(view: RoomView, options: Record<string, unknown>): Body<"limitUse">["scope"] {
  const { agent: name, run } = options;
  if (name !== undefined) {
    const agent = Object.values(view.agents).find((one) => one.name === name);
    if (agent) return { kind: "agent", agentId: agent.id };
    throw new CliError(
      "agent_unknown",
      `No agent called ${String(name)} has joined.`,
      "See who is there with `squadroom status`.",
    );
  }
  return run === undefined ? { kind: "room" } : { kind: "run", runId: Number(run) as never };
}

function lineOf({ name, budget, usage, paused }: ScopeBudget): string {
  const state = paused === null ? "" : " It is paused.";
  return `${oneLine(name)}: ${budgetText(budget, usage)}.${state}`;
}
