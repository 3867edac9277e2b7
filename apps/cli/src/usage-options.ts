import type { Body } from "@squadroom/client/call";
import { REPORT_RUNS_MAX, REPORT_TOKENS_MAX, REPORT_USD_MAX } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { number } from "./answer.ts";
import { CliError } from "./failure.ts";

type UsageBody = NonNullable<Body<"failTask">["usage"]>;

const tokens = number(0, REPORT_TOKENS_MAX);

/** What an agent consumed since its last report, the same for every report and end. */
export function addUsageOptions(command: Command): Command {
  return command
    .option("--tokens-in <n>", "tokens read since your last report", tokens)
    .option("--tokens-out <n>", "tokens written since then", tokens)
    .option("--cache-read <n>", "tokens read from the cache", tokens)
    .option("--cache-write <n>", "tokens written to the cache", tokens)
    .option("--cache-write-1h <n>", "those of them that it keeps for an hour", tokens)
    .option("--cost <usd>", "what they cost; leave it out if you do not know", number(0, REPORT_USD_MAX))
    .option("--estimated", "the cost is an estimate, not a bill")
    .option("--model <name>", "the model used")
    .option("--runs <n>", "runs besides your own, such as subagents", number(0, REPORT_RUNS_MAX));
}

export function readUsage(options: Record<string, unknown>): { usage?: UsageBody } {
  const given = (name: string) => options[name] as number | undefined;
  const model = options.model as string | undefined;
  const more = {
    cacheReadTokens: given("cacheRead"),
    cacheWriteTokens: given("cacheWrite"),
    cacheWrite1hTokens: given("cacheWrite1h"),
    costUsd: given("cost"),
    runs: given("runs"),
    model,
    ...(options.estimated === true ? { basis: "estimated" as const } : {}),
  };
  const [inputTokens, outputTokens] = [given("tokensIn"), given("tokensOut")];
  const isAny = [inputTokens, outputTokens, ...Object.values(more)].some((one) => one !== undefined);
  if (!isAny) return {};
  if (inputTokens === undefined && outputTokens === undefined)
    throw new CliError("no_tokens", "The usage has no tokens.", "Add `--tokens-in` and `--tokens-out`.");
  return { usage: { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, ...more } };
}
