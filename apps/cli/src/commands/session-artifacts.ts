import type { CallOptions, Reply } from "@squadroom/client/call";
import { sizeText } from "@squadroom/core/attachment/attachment";
import { counted } from "@squadroom/core/kernel/words";
import { attachmentCommand } from "@squadroom/core/prompt/commands";
import { ARTIFACT_STATUSES, STAGES } from "@squadroom/core/task/artifacts";
import type { Command } from "commander";
import { define, number, oneOf } from "../answer.ts";
import { forBoth, inRoom } from "../door.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";
import { importedNote } from "./imported.ts";

type Row = Reply<"listArtifacts">["data"][number];

/** What a session's tasks made. */
export function addArtifacts(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "artifacts <id>",
      "list the files that a session's tasks made or changed, by path",
      "A file is final once its task is completed, or when its agent says so. --json has hashes, and where contents and diffs are.",
    ),
  )
    .option("--task <id>", "of this task")
    .option("--status <status>", ARTIFACT_STATUSES.join(", "), oneOf(...ARTIFACT_STATUSES))
    .option("--stage <stage>", STAGES.join(", "), oneOf(...STAGES))
    .option("--limit <n>", "how many to list", number(1, 500), 100)
    .option("--cursor <cursor>", "the next page: the cursor the last one printed");
  forBoth(cli, command, async ({ call, params }, [sessionId = ""], options) => {
    const { task, status, stage, limit, cursor } = options as NonNullable<
      CallOptions<"listArtifacts">["query"]
    >;
    const query = { task, status, stage, limit, cursor };
    const reply = await call("listArtifacts", { params: { ...params, sessionId }, query });
    const note = reply.total === 0 ? await importedNote(call, params, sessionId) : "";
    return { data: reply, text: note || listText(reply) };
  });
}

function listText({ data, next, total }: Reply<"listArtifacts">): string {
  if (data.length === 0) return "No artifacts.";
  const files = new Map(data.flatMap(({ diff, taskId }) => (diff ? [[taskId, diff.id]] : [])));
  const diffs = [...files].map(([taskId, id]) => `  ${taskId}: ${attachmentCommand(id)} --out -`);
  return [
    counted(total, "artifact"),
    columns(data.map(cellsOf), ""),
    ...(diffs.length > 0 ? ["", "Diffs:", ...diffs] : []),
    ...(next === null ? [] : [`More: --cursor ${next}`]),
  ].join("\n");
}

function cellsOf(row: Row): string[] {
  const { path, status, stage, lines, size, producer, taskId, output } = row;
  return [
    oneLine(path),
    status,
    stage,
    lines === null ? "" : counted(lines, "line"),
    size === null ? "" : sizeText(size),
    taskId,
    oneLine(producer ?? ""),
    output === null ? "" : oneLine(`is its ${output}`),
  ];
}
