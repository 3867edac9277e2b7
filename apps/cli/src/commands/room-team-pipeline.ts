import { listed } from "@squadroom/core/kernel/words";
import { type PipelineProblem, readPipeline } from "@squadroom/core/team/pipeline-text";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { readNamed } from "../text-input.ts";

const HELP = `A pipeline is a YAML document:
  name: security
  title: Security check
  about: from a change to a judged one
  steps:
    - id: PLAN-001
      title: Plan
    - id: CHECKPOINT-1
      title: Start the check
      checkpoint: true
      requires: [PLAN-001]
    - id: REVIEW-001
      title: Review
      requires: [CHECKPOINT-1]
A pipeline of the same name is replaced. See docs/teams.md.`;

/** A team's own pipelines: one is read from a file, or removed. */
export function addRoomTeamPipeline(team: Command, cli: Cli): void {
  const command = define(
    team,
    "pipeline <name> [file]",
    "give a team a pipeline of its own from a YAML file, or remove one",
    HELP,
  ).option("--remove <pipeline>", "remove this pipeline of the team");
  answering(cli, command, async ([name = "", file = ""], { remove }) => {
    if ((file === "") === (remove === undefined))
      throw new CliError(
        "no_pipeline",
        "Nothing says which pipeline.",
        "Name a YAML file, `-` for stdin, or use `--remove NAME`.",
        EXIT.usage,
      );
    const { call } = await openAdminDoor(cli);
    const params = { room: name };
    const { draft, team: now, version } = await call("getTeam", { params });
    const texts = draft.pipelines ?? [];
    const names = (now.pipelines ?? []).map((one) => one.name);
    const change = async (pipelines: string[], text: string) => {
      const body = { team: { ...draft, pipelines }, version };
      return { data: await call("changeTeam", { params, body }), text };
    };
    if (remove !== undefined) {
      const at = names.indexOf(remove as string);
      if (at < 0) throw unknown(name, remove as string, names);
      return change(texts.toSpliced(at, 1), `${name} no longer has the pipeline ${remove}.`);
    }
    const text = file === "-" ? ((await cli.io.readStdin()) ?? "") : await readNamed(file);
    const { pipeline, problems } = readPipeline(text);
    if (!pipeline) throw unread(file, problems);
    const at = names.indexOf(pipeline.name);
    const pipelines = at < 0 ? [...texts, text] : texts.map((other, i) => (i === at ? text : other));
    const seen = await call("previewTeam", {
      params,
      body: { team: { ...draft, pipelines } },
    });
    const path = `pipelines[${at < 0 ? texts.length : at}]`;
    const warnings = seen.problems
      .filter((problem) => problem.level === "warning" && problem.path === path)
      .map(({ line = 1, message }) => `  ${placed(file, { line, message })}`);
    const start = own(`session add "A title" --pipeline ${pipeline.name} --room ${name}`);
    const says = `${name} has the pipeline ${pipeline.name}. Start it: \`${start}\`.`;
    return change(pipelines, [says, ...warnings].join("\n"));
  });
}

function unknown(room: string, wanted: string, names: readonly string[]): CliError {
  const advice = names.length === 0 ? "Its team has no pipelines of its own." : `Use ${listed(names, "or")}.`;
  const message = `${room} has no pipeline ${wanted} of its own.`;
  return new CliError("pipeline_unknown", message, advice);
}

function unread(file: string, problems: readonly PipelineProblem[]): CliError {
  const errors = problems.filter(({ level }) => level === "error");
  const [first = "", ...more] = errors.map((problem) => placed(file, problem));
  const message = [first, ...more.map((line) => `  ${line}`)].join("\n");
  return new CliError("pipeline_invalid", message, "Correct the file.", EXIT.usage);
}

function placed(file: string, { line, message }: Omit<PipelineProblem, "level">): string {
  return oneLine(`${file === "-" ? "stdin" : file}:${line}: ${message}`);
}
