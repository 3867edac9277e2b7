import type { Body } from "@squadroom/client/call";
import type { Command } from "commander";
import { collect } from "./answer.ts";
import { CliError } from "./failure.ts";

type Result = Body<"completeTask">["result"];
type Artifact = NonNullable<Result["artifacts"]>[number];
type Check = NonNullable<Result["checks"]>[number];
type Answers = NonNullable<Result["criteria"]>;

const STATUSES = ["created", "modified", "deleted"] as const;

/** What came of a task, the same for `handoff` and `done`. */
export function addResultOptions(command: Command): Command {
  return command
    .option(
      "--artifact <status:path>",
      "a changed file: modified:src/a.ts, created:…, deleted:…; repeatable",
      collect,
    )
    .option("--decision <text>", "a choice that others must keep to; repeatable", collect)
    .option("--warning <text>", "what the next agent should know; repeatable", collect)
    .option(
      "--check <name=passed[:value]>",
      "what you ran on it: tests=passed, coverage=passed:82, warnings=failed:3; repeatable",
      collect,
    )
    .option("--met <n[=note]>", "success criterion n is met, or `all`; repeatable", collect)
    .option("--unmet <n[=why]>", "success criterion n is not met; repeatable", collect)
    .option("--diff <path>", "what changed, as a unified diff, 1 MB at most")
    .option("--next", "take the next task in the same step");
}

/** @param criteria of the task in hand, as delivered */
export function readResult(
  options: Record<string, unknown>,
  criteria: readonly string[],
): Omit<Result, "summary"> {
  const list = (name: string): string[] => (options[name] as string[] | undefined) ?? [];
  const artifacts = list("artifact").map(parseArtifact);
  const answers = [
    ...list("met").flatMap((text) => parseAnswer(text, true, criteria)),
    ...list("unmet").flatMap((text) => parseAnswer(text, false, criteria)),
  ];
  return {
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...(answers.length > 0 ? { criteria: answers } : {}),
    ...(list("decision").length > 0 ? { keyDecisions: list("decision") } : {}),
    ...(list("check").length > 0 ? { checks: list("check").map(parseCheck) } : {}),
    ...(list("warning").length > 0 ? { warnings: list("warning") } : {}),
  };
}

/** `modified:src/a.ts`, or with a count of lines at the end: `created:src/b.ts:120`. */
export function parseArtifact(text: string): Artifact {
  const status = STATUSES.find((one) => text.startsWith(`${one}:`));
  if (!status) {
    throw new CliError(
      "bad_artifact",
      `"${text}" is not an artifact.`,
      "Write it as `modified:src/a.ts`.",
    );
  }
  const rest = text.slice(status.length + 1);
  const [, path = rest, lines] = /^(.+):(\d+)$/.exec(rest) ?? [];
  return lines === undefined ? { path, status } : { path, status, lines: Number(lines) };
}

/** `tests=passed`, or with a number: `coverage=passed:82`, in percent; `warnings=failed:3`, counted. */
export function parseCheck(text: string): Check {
  const [, name = "", how, value] = /^(.+)=(passed|failed)(?::(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (how === undefined) {
    throw new CliError(
      "bad_check",
      `"${text}" is not a check.`,
      "Write it as `tests=passed` or `coverage=passed:82`.",
    );
  }
  const passed = how === "passed";
  return value === undefined ? { name, passed } : { name, passed, value: Number(value) };
}

/** A criterion by its number in the delivery, by its text, or all of them. */
export function parseAnswer(text: string, met: boolean, criteria: readonly string[]): Answers {
  if (text === "all") return criteria.map((criterion) => ({ criterion, met }));
  const [, count, note] = /^(\d+)(?:=(.*))?$/s.exec(text) ?? [];
  const criterion =
    count === undefined ? criteria.find((one) => one === text) : criteria[Number(count) - 1];
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
