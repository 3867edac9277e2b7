import { isAbsolute, relative, sep } from "node:path";
import { ARTIFACT_CHANGES, ARTIFACT_STAGES, type Artifact } from "@squadroom/core/task/result";
import type { ProgressCheck } from "@squadroom/core/task/task";
import type { Command } from "commander";
import { collect } from "./answer.ts";
import { CliError } from "./failure.ts";

/** What changed and what was run on it, the same for `progress`, `done` and `handoff`. */
export function addWorkOptions(command: Command): Command {
  return command
    .option(
      "--artifact <status:path[:lines][:stage]>",
      `a changed file: STATUS is ${ARTIFACT_CHANGES.join(", ")}; LINES a number; STAGE ${ARTIFACT_STAGES.join(" or ")}: created:src/a.ts:86:draft; repeatable`,
      collect,
    )
    .option(
      "--check <name:status[:figure]>",
      `what you ran on it: STATUS is passing, failing or not_run; FIGURE errors, or percent of coverage: lint:failing:3, coverage:passing:82%; repeatable`,
      collect,
    );
}

const ARTIFACT_SHAPE = [
  "Write STATUS:PATH, such as `modified:src/a.ts`, or STATUS:PATH:LINES:STAGE, such as `created:src/a.ts:86:draft`.",
  `STATUS is ${ARTIFACT_CHANGES.join(", ")}; STAGE is ${ARTIFACT_STAGES.join(" or ")}.`,
].join(" ");

/**
 * `modified:src/a.ts`; at the end, each if it is known, how many lines it has and its stage:
 * `created:src/b.ts:120:draft`.
 *
 * @param cwd the project's folder: an absolute path of a file in it is made relative to it
 */
export function parseArtifact(text: string, cwd: string): Artifact {
  const status = ARTIFACT_CHANGES.find((one) => text.startsWith(`${one}:`));
  const rest = status ? text.slice(status.length + 1) : "";
  const stage = ARTIFACT_STAGES.find((one) => rest.endsWith(`:${one}`));
  const place = stage ? rest.slice(0, -stage.length - 1) : rest;
  const isUrl = place.includes("://");
  const [, path = place, lines] = (!isUrl && /^(.+):(\d+)$/.exec(place)) || [];
  // A word left after the path is an unknown stage.
  if (!status || path === "" || (!isUrl && /:[\w ]*$/.test(path)))
    throw new CliError("bad_artifact", `"${text}" is not an artifact.`, ARTIFACT_SHAPE);
  return {
    path: pathFrom(cwd, path),
    status,
    ...(lines === undefined ? {} : { lines: Number(lines) }),
    ...(stage ? { stage } : {}),
  };
}

function pathFrom(cwd: string, path: string): string {
  const inside = isAbsolute(path) ? relative(cwd, path) : "..";
  return inside === "" || inside.split(sep)[0] === ".." ? path : inside.split(sep).join("/");
}

const STATES = new Map<string, Pick<ProgressCheck, "passed">>([
  ...["passing", "passed"].map((one) => [one, { passed: true }] as const),
  ...["failing", "failed"].map((one) => [one, { passed: false }] as const),
  ["not_run", {}],
]);

/** `tests:passing`, `lint:failing:3`, `tests:passing:82%`; also with `=` after the name. */
export function parseCheck(text: string): ProgressCheck {
  const [, name = "", said = "", figure] =
    /^(.+?)\s*[:=]\s*(\w+)(?:\s*:\s*(\d+(?:\.\d+)?)\s*%?)?$/.exec(text.trim()) ?? [];
  const status = STATES.get(said);
  if (!status)
    throw new CliError(
      "bad_check",
      `"${text}" is not a check.`,
      `Write NAME:STATUS, such as \`tests:passing\`, \`lint:failing:3\` or \`tests:passing:82%\`. STATUS is passing, failing or not_run.`,
    );
  return { name, ...status, ...(figure === undefined ? {} : { value: Number(figure) }) };
}
