import type { Reply } from "@squadroom/client/call";
import type { CommentOutcome } from "@squadroom/core/comment/command";
import { FINDING_SEVERITIES } from "@squadroom/core/reply/severities";
import { type Command, InvalidArgumentError } from "commander";
import { define, group, number, oneOf } from "../answer.ts";
import { addContract, moreText } from "../contract-commands.ts";
import { forBoth, inRoom } from "../door.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

type Comment = Reply<"listComments">["data"][number];

const PLACE = /^(?<file>.+?):(?<line>\d{1,9})(?:-(?<endLine>\d{1,9}))?$/;

const SAID: Record<CommentOutcome, (task: string) => string> = {
  finding: (task) => `It is a finding of the review of ${task}.`,
  kept: (task) => `It goes with the result of ${task}.`,
  told: (task) => `Whoever works on ${task} reads it next.`,
  waiting: (task) => `${task} asks for it too.`,
  task: (task) => `${task} was created for it.`,
};

/** Comments on lines of what a task or a run changed. */
export function addComment(program: Command, cli: Cli): void {
  const comment = group(program, "comment", "comment on lines of a change, and list what was said");
  addContract(comment, cli, {
    listComments: ({ data, next }) =>
      data.length === 0 ? "Nobody commented." : `${columns(data.map(row), "")}${moreText(next)}`,
  });
  const add = define(
    comment,
    "add <place> <words...>",
    "comment on lines of a change, such as src/refund.ts:12 or src/refund.ts:12-18",
  );
  inRoom(add)
    .option("--task <id>", "the task whose change it is")
    .option("--run <number>", "the run whose change it is", number(1, 1e9))
    .option("--old", "the lines as they were before the change")
    .option("--severity <word>", FINDING_SEVERITIES.join(", "), oneOf(...FINDING_SEVERITIES), "medium");
  forBoth(cli, add, async ({ call, params }, [place = "", text = ""], options) => {
    const side = options.old ? ("old" as const) : ("new" as const);
    const severity = options.severity as Comment["severity"];
    const comments = [{ ...placeOf(place), text, side, severity }];
    const reply = await call("commentLines", { params, body: { ...subjectOf(options), comments } });
    return { data: reply, text: SAID[reply.outcome](reply.taskId) };
  });
}

function subjectOf({ task, run }: Record<string, unknown>): { task?: string; run?: number } {
  return {
    ...(task === undefined ? {} : { task: String(task) }),
    ...(run === undefined ? {} : { run: Number(run) }),
  };
}

function placeOf(place: string): { file: string; line: number; endLine?: number } {
  const { file, line, endLine } = PLACE.exec(place)?.groups ?? {};
  if (!file || !line) throw new InvalidArgumentError("Name the file and its line: `src/a.ts:12`.");
  return { file, line: Number(line), ...(endLine ? { endLine: Number(endLine) } : {}) };
}

function row({ file, line, endLine, side, severity, text, by, heldBy }: Comment): string[] {
  const range = endLine > line ? `${line}-${endLine}` : `${line}`;
  const place = `${oneLine(file)}:${range}${side === "old" ? " (before)" : ""}`;
  return [place, severity, `${oneLine(by)}: ${oneLine(text)}`, heldBy ? `with ${heldBy}` : "passed on"];
}
