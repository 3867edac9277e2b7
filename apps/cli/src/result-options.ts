import type { Body } from "@squadroom/client/call";
import type { Command } from "commander";
import { collect } from "./answer.ts";
import { CliError } from "./failure.ts";
import { withContents } from "./file-hash.ts";
import { addWorkOptions, parseArtifact, parseCheck } from "./work-options.ts";

type Result = Body<"completeTask">["result"];
type Check = NonNullable<Result["checks"]>[number];
type Answers = NonNullable<Result["criteria"]>;

/** The options for a task's result, the same for `handoff` and `done`. */
export function addResultOptions(command: Command): Command {
  return addWorkOptions(command)
    .option("--decision <text>", "a choice that others must keep to; repeatable", collect)
    .option(
      "--verdict <passed|failed>",
      "of a pipeline's step: whether the work that it judges passes, or it could do its own",
    )
    .option("--warning <text>", "what the next agent should know; repeatable", collect)
    .option("--met <n[=note]>", "success criterion n is met, or `all`; repeatable", collect)
    .option("--unmet <n[=why]>", "success criterion n is not met; repeatable", collect)
    .option("--diff <path>", "what changed, as a unified diff, 1 MB at most")
    .option("--next", "take the next task in the same step");
}

/** @param criteria of the task in hand, as delivered. @param cwd the project's folder */
export async function readResult(
  options: Record<string, unknown>,
  criteria: readonly string[],
  cwd: string,
): Promise<Omit<Result, "summary">> {
  const list = (name: string): string[] => (options[name] as string[] | undefined) ?? [];
  const named = list("artifact").map((text) => parseArtifact(text, cwd));
  const artifacts = await withContents(cwd, named);
  const answers = [
    ...list("met").flatMap((text) => parseAnswer(text, true, criteria)),
    ...list("unmet").flatMap((text) => parseAnswer(text, false, criteria)),
  ];
  return {
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...(answers.length > 0 ? { criteria: answers } : {}),
    ...(list("decision").length > 0 ? { keyDecisions: list("decision") } : {}),
    ...(list("check").length > 0 ? { checks: list("check").map(checkOf) } : {}),
    ...(options.verdict === undefined ? {} : { verdict: options.verdict as "passed" }),
    ...(list("warning").length > 0 ? { warnings: list("warning") } : {}),
  };
}

/** A check in a result's form: a figure counts errors, or is in percent. */
function checkOf(text: string): Check {
  const { passed, ...check } = parseCheck(text);
  if (passed === undefined)
    throw new CliError(
      "bad_check",
      `${check.name} was not run, so your result has nothing of it.`,
      "Leave it out, or run it. `progress --check` takes `not_run`.",
    );
  return { ...check, passed };
}

/** A criterion by its number in the delivery, by its text, or all of them. */
export function parseAnswer(text: string, met: boolean, criteria: readonly string[]): Answers {
  if (text === "all") return criteria.map((criterion) => ({ criterion, met }));
  const [, count, note] = /^(\d+)(?:=(.*))?$/s.exec(text) ?? [];
  const criterion = count === undefined ? criteria.find((one) => one === text) : criteria[Number(count) - 1];
  if (criterion === undefined) {
    const known = criteria.map((one, i) => `${i + 1}. ${one}`).join("; ");
    throw new CliError(
      "no_criterion",
      `The task has no success criterion ${text}.`,
      known === "" ? "It has none: leave `--met` out." : `They are: ${known}.`,
    );
  }
  return [note ? { criterion, met, note } : { criterion, met }];
}
