import type { Reply } from "@squadroom/client/call";
import { counted, durationText } from "@squadroom/core/kernel/words";
import { METRIC_DAYS_MAX } from "@squadroom/core/metrics/days";
import { USAGE_GROUPS, type UsageGroupKind } from "@squadroom/core/metrics/usage-groups";
import { figuresOf, isReported, usdText } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { answering, define, number, oneOf } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { saveText } from "../folder-files.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

type Report = Reply<"getMetrics">;

/** What rooms used over days, and how work went. */
export function addMetrics(program: Command, cli: Cli): void {
  const command = define(
    program,
    "metrics [room]",
    "show what was used over days, by model or whatever else, and how work went",
    "Days begin at midnight of this machine's time zone. --csv writes every day, with all that usage is told by.",
  )
    .option("--days <n>", "up to today; 14 by default", number(1, METRIC_DAYS_MAX))
    .option("--by <what>", USAGE_GROUPS.join(", "), oneOf(...USAGE_GROUPS))
    .option("--csv <file>", "write the usage as CSV, `-` for stdout");
  answering(cli, command, async ([named = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const room = await roomCalled(call, named);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const query = { room, zone, ...(options.days ? { days: options.days as number } : {}) };
    if (typeof options.csv === "string") {
      const reply = await call("exportMetrics", { query });
      if (options.csv === "-") return { data: reply, text: reply.content, isFile: true };
      await saveText(options.csv, reply.content);
      return {
        data: reply,
        text: `${reply.count} ${reply.count === 1 ? "line is" : "lines are"} in ${options.csv}.`,
      };
    }
    const report = await call("getMetrics", { query });
    return {
      data: report,
      text: reportText(report, (options.by ?? "model") as UsageGroupKind),
    };
  });
}

async function roomCalled(call: Parameters<typeof allRooms>[0], named: string) {
  if (named === "") return undefined;
  const cards = await allRooms(call);
  const room = cards.find(({ name, roomId }) => name === named || roomId === named)?.roomId;
  if (room) return room;
  throw new CliError(
    "room_unknown",
    `There is no room ${named}.`,
    `\`${own("room list")}\` lists them.`,
    EXIT.notFound,
  );
}

function reportText(report: Report, by: UsageGroupKind): string {
  const { total, month, days, groups, sessions, sentBack } = report;
  const completed = days.reduce((sum, day) => sum + day.completed, 0);
  const passed = sentBack.reduce((sum, n) => sum + n, 0);
  const rows = (groups[by] ?? []).map(({ key, name, rest, usage }) => [
    rest > 0 ? "the rest" : name || groupName(by, key) || "unknown",
    ...figuresOf(usage),
  ]);
  return [
    columns([...rows, ["all", ...figuresOf(total)]], ""),
    ...(isReported(total) ? [monthText(month)] : []),
    ...sessions.map(
      ({ title, usage, expectedUsdMicros: expected, tasksLeft, judgedBy }) =>
        `Session ${title}: ${figuresOf(usage)[0]} so far, ${expected === null ? "its end can't be judged yet" : `near ${usdText(expected)} USD at its end, ${counted(tasksLeft, "task")} left, based on ${judgedBy} finished ones`}.`,
    ),
    `Tasks completed: ${completed}. Reviewed: ${passed}, ${passed - (sentBack[0] ?? 0)} of them sent back.`,
    ...(report.medianWaitMs === null ? [] : [`People answered after ${durationText(report.medianWaitMs)} (median).`]),
  ].join("\n");
}

/** A run is known by its number, after its room's id; usage outside runs has none. */
export function groupName(by: UsageGroupKind, key: string | null): string | null {
  if (by !== "run") return key;
  return key === null ? "outside of runs" : `run ${key.slice(key.indexOf("/") + 1)}`;
}

function monthText({ spentUsdMicros, expectedUsdMicros, fromDays, unpricedTokens }: Report["month"]) {
  if (spentUsdMicros === 0 && unpricedTokens > 0)
    return `This month: cost unknown so far, of ${unpricedTokens} tokens.`;
  const spent = `This month: ${usdText(spentUsdMicros)} USD so far`;
  const unknown = unpricedTokens > 0 ? `, and ${unpricedTokens} tokens of unknown price` : "";
  if (expectedUsdMicros === null) return `${spent}${unknown}. No whole day yet to judge the rest by.`;
  return `${spent}${unknown}, near ${usdText(expectedUsdMicros)} USD at its end, by the average of ${counted(fromDays, "day")}.`;
}
