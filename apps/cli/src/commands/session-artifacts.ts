import type { Reply } from "@squadroom/client/call";
import { sizeText } from "@squadroom/core/attachment/attachment";
import { counted } from "@squadroom/core/kernel/words";
import { attachmentCommand } from "@squadroom/core/prompt/commands";
import { type Asked, moreText } from "../contract-commands.ts";
import { oneLine } from "../quoting.ts";
import { columns } from "../words.ts";
import { importedNote } from "./imported.ts";

type Row = Reply<"listArtifacts">["data"][number];

/** What a session's tasks made. */
export async function artifactsText(
  { data, next, total }: Reply<"listArtifacts">,
  { call, room, params }: Asked,
): Promise<string> {
  const note = total === 0 ? await importedNote(call, { room }, params.sessionId ?? "") : "";
  if (data.length === 0) return note || "No artifacts.";
  const files = new Map(data.flatMap(({ diff, taskId }) => (diff ? [[taskId, diff.id]] : [])));
  const diffs = [...files].map(([taskId, id]) => `  ${taskId}: ${attachmentCommand(id)} --out -`);
  const lines = [
    counted(total, "artifact"),
    columns(data.map(cellsOf), ""),
    ...(diffs.length > 0 ? ["", "Diffs:", ...diffs] : []),
  ];
  return `${lines.join("\n")}${moreText(next)}`;
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
