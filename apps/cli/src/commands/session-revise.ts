import type { Reply } from "@squadroom/client/call";
import { counted, durationText, listed, listedUpTo } from "@squadroom/core/kernel/words";
import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { forBoth, inRoom } from "../door.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";

/** Tasks that are named in a line. */
const NAMED = 12;

/** Finished steps of a pipeline are redone. */
export function addRevise(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "revise <session> <tasks...>",
      "redo finished steps of a pipeline, and all that was built on them",
      "Earlier versions stay readable. With --dry-run it changes nothing, and says what that costs.",
    ),
  )
    .option("--note <text>", "what is to be different; their agents get it", "")
    .option("--dry-run", "change nothing, say what it would cost");
  forBoth(cli, command, async ({ call, params }, [sessionId = "", named = ""], options) => {
    const dryRun = options.dryRun === true;
    const reply = await call("reviseSteps", {
      params: { ...params, sessionId },
      body: {
        taskIds: named.split(/[\s,]+/).filter(Boolean),
        note: options.note as string,
        dryRun,
      },
    });
    const where = options.room === undefined ? "" : ` --room ${options.room}`;
    const again = own(
      `session revise ${sessionId} ${named}${where} --note "What is to be different"`,
    );
    const who =
      reply.decided.length === 0
        ? ""
        : ` A person decides it, as with every third revision: ${listedUpTo(NAMED, reply.decided)}.`;
    const last = dryRun
      ? [`Nothing has changed.${who} To ${who === "" ? "do it" : "ask for it"}: \`${again}\``]
      : reply.decisionId !== null
        ? [
            `Nothing has changed yet: from the third revision on, a person decides. They are asked with your note (decision ${reply.decisionId}), and you get the answer as a message.`,
          ]
        : [];
    return { data: reply, text: [...costLines(reply), ...last].join("\n") };
  });
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
    [
      "Takes",
      longestMs === null
        ? "nobody did such steps here yet"
        : `about ${durationText(longestMs)}${without}`,
    ],
    ["Took so far", listed(used)],
    ["Still readable", named(kept)],
  ];
  return lines.flatMap(([what, text]) => (text === "" ? [] : `${what}: ${text}`));
}
