import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { counted, listed } from "@squadroom/core/kernel/words";
import { fenced } from "@squadroom/core/prompt/markdown";
import { writePipeline } from "@squadroom/core/team/pipeline-text";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { forBoth, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import { unwritable } from "../folder-files.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

type Pipelines = Reply<"getPipelines">["data"];

export function addPipelines(program: Command, cli: Cli): void {
  const command = inRoom(
    define(program, "pipelines [name]", "list the pipelines this team can start, or print the steps of one"),
  );
  command.option("--yaml [file]", "print it as YAML, or write it to a file");
  forBoth(cli, command, async ({ call, params }, [name = ""], options) => {
    const { data } = await call("getPipelines", { params });
    if (name === "") return { data: { data }, text: listText(data) };
    const found = data.find((one) => one.name === name);
    if (!found) {
      const names = listed(
        data.map((one) => one.name),
        "or",
      );
      const message = `There is no pipeline ${name}.`;
      throw new CliError("pipeline_unknown", message, `Use ${names}.`);
    }
    const { yaml } = options;
    if (yaml === undefined) return { data: found, text: stepsText(found) };
    const document = writePipeline(found);
    if (yaml === true) return { data: found, text: fenced(document, "yaml") };
    const to = resolve(cli.io.cwd, yaml as string);
    await writeFile(to, document, { flag: "wx" }).catch(unwritable(to));
    return { data: found, text: `${name} is in ${yaml}.` };
  });
}

function listText(pipelines: Pipelines): string {
  const rows = pipelines.map(({ name, about, steps, missing }) => [
    name,
    counted(steps.length, "step", "steps"),
    missing.length === 0 ? oneLine(about) : `no role has ${listed(missing, "or")}`,
  ]);
  return `${columns(rows, "")}\nStart one: \`${own('session add "A title" --pipeline NAME')}\`.`;
}

function stepsText({ name, title, about, steps, missing }: Pipelines[number]): string {
  const rows = steps.map(({ id, title: step, requires, isCheckpoint }) => [
    id,
    isCheckpoint ? `${oneLine(step)} (a person answers)` : oneLine(step),
    requires.length === 0 ? "" : `after ${listed(requires)}`,
  ]);
  const gap = missing.length === 0 ? [] : [`No role of this team has ${listed(missing, "or")}.`];
  return [oneLine(`${name}: ${title}, ${about}.`), columns(rows, "").trimEnd(), ...gap].join("\n");
}
