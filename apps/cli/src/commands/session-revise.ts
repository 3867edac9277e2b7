import type { Reply } from "@squadroom/client/call";
import { counted, durationText, listed, listedUpTo } from "@squadroom/core/kernel/words";
import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import type { Asked } from "../contract-commands.ts";
import { own } from "../own-command.ts";

/** Most tasks that are named in a line. */
const NAMED = 12;

/** What it costs to redo finished steps of a pipeline, and what happens now. */
export function revisionText(reply: Reply<"reviseSteps">, { params, body }: Asked): string {
  const { decided, decisionId } = reply;
  const tasks = (body.taskIds as string[]).join(" ");
  const again = own(
    `session revise ${params.sessionId} ${tasks} --room ${params.room} --note "What is to be different"`,
  );
  const who =
    decided.length === 0 ? "" : ` A person decides it, as with every third revision: ${listedUpTo(NAMED, decided)}.`;
  const last = body.dryRun
    ? [`Nothing has changed.${who} To ${who === "" ? "do it" : "ask for it"}: \`${again}\``]
    : decisionId !== null
      ? [
          `Nothing has changed yet: from the third revision on, a person decides. They are asked with your note (decision ${decisionId}), and you get the answer as a message.`,
        ]
      : [];
  return [...costLines(reply), ...last].join("\n");
}

function costLines(cost: Reply<"reviseSteps">): string[] {
  const { again, asks, stops, goesOn, longestMs, unknown, took } = cost;
  const named = (ids: readonly string[]) => listedUpTo(NAMED, ids);
  const idsOf = (tasks: readonly { taskId: string }[]) => named(tasks.map(({ taskId }) => taskId));
  const without = unknown === 0 ? "" : `, without ${counted(unknown, "step")} of a new kind`;
  const tokens = tokensOf(took.usage);
  const used = [
    ...(took.workMs === 0 ? [] : [durationText(took.workMs)]),
    ...(tokens === 0 ? [] : [`${tokens} tokens`]),
    ...(took.usage.costUsdMicros === 0 ? [] : [costUsdText(took.usage)]),
  ];
  const gone = new Set(stops.map(({ taskId }) => taskId));
  const kept = again.flatMap(({ taskId }) => (gone.has(taskId) ? [] : [taskId]));
  const lines: [string, string][] = [
    ["Redone", named(again.map(({ as }) => as))],
    ["Asked again", named(asks.map(({ step }) => step))],
    ["Cancelled", idsOf(stops)],
    ["Keeps running", idsOf(goesOn)],
    ["Takes", longestMs === null ? "nobody did such steps here yet" : `about ${durationText(longestMs)}${without}`],
    ["Took so far", listed(used)],
    ["Still readable", named(kept)],
  ];
  return lines.flatMap(([what, text]) => (text === "" ? [] : `${what}: ${text}`));
}
