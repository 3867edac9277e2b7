import type { ReplyOf } from "@squadroom/core/kernel/route";
import type { getMetrics } from "@squadroom/core/metrics/contract";
import { dayStarts, monthOf } from "@squadroom/core/metrics/days";
import { FORECAST_DAYS, forecastMonth } from "@squadroom/core/metrics/forecast";
import { coveredByDay, medianOf, onlineTime } from "@squadroom/core/metrics/spans";
import {
  GROUPS_MAX,
  groupUsage,
  keyOf,
  roomKey,
  sumOfUsage,
  type UsageGroup,
  type UsageGroupKind,
  type UsageRow,
} from "@squadroom/core/metrics/usage-groups";
import { sumUsage, type Usage } from "@squadroom/core/usage/usage";
import type { Sql } from "postgres";
import { type Rooms, usageByRun, usageRows } from "./usage-queries.ts";
import { completedByDay, type Member, membersIn, passedBySentBack, waitsSince } from "./work-queries.ts";

type Report = Omit<ReplyOf<typeof getMetrics>, "sessions">;

/** Days before the period that a month and its forecast need. */
const BACK_DAYS = 31;
/** Most agents whose availability is shown. */
const MEMBERS_MAX = 30;
const DAY_MS = 86_400_000;

interface Period {
  days: number;
  zone: string;
  now: number;
}

/** What the rooms used and how their work went, up to now. */
export async function reportOn(sql: Sql, rooms: Rooms, { days, zone, now }: Period): Promise<Report> {
  const all = dayStarts(zone, Math.max(days, BACK_DAYS) - 1, now);
  const starts = all.slice(-days - 1);
  const [since, until] = [starts[0] ?? 0, starts.at(-1) ?? 0];
  const span = { since, until };
  const [rows, runs, completed, waits, passed, members, names] = await Promise.all([
    usageRows(sql, rooms, all),
    usageByRun(sql, rooms, { ...span, max: GROUPS_MAX }),
    completedByDay(sql, rooms, starts),
    waitsSince(sql, rooms, since),
    passedBySentBack(sql, rooms, since, until),
    membersIn(sql, rooms, since, until),
    sql<{ room_id: string; name: string }[]>`SELECT room_id, name FROM ${rooms} r`,
  ]);
  const before = all.length - starts.length;
  const inPeriod = rows.flatMap((row) => (row.day < before ? [] : [{ ...row, day: row.day - before }]));
  const total = sumOfUsage(inPeriod);
  const roomNames = new Map(names.map(({ room_id, name }) => [room_id, name]));
  const titles = await sessionTitles(sql, rooms, inPeriod);
  const people = new Map(rows.map(({ personId, person }) => [personId, person ?? ""]));
  const named = nameIn({ members, roomNames, titles, people });
  const grouped = (kind: Exclude<UsageGroupKind, "run">) =>
    groupUsage(inPeriod, days, (row) => keyOf(row, kind)).map((group) => named(kind, group));
  const settled = waits.filter(({ isAnswered, to }) => isAnswered && to !== null && to >= since);
  const waited = coveredByDay(waits, starts, now);
  return {
    starts,
    now,
    total,
    groups: {
      model: grouped("model"),
      agent: grouped("agent"),
      role: grouped("role"),
      session: grouped("session"),
      room: grouped("room"),
      person: grouped("person"),
      run: runGroups(runs, total).map((group) => named("run", group)),
    },
    month: monthIn(rows, all, zone, now),
    days: waited.map(({ coveredMs, ofMs }, day) => {
      const done = completed.find((one) => one.day === day);
      const [from, to] = [starts[day] ?? 0, starts[day + 1] ?? 0];
      const then = settled.filter((one) => (one.to ?? 0) >= from && (one.to ?? 0) < to);
      return {
        completed: done?.completed ?? 0,
        cycle: cycleOf(done),
        waitedMs: coveredMs,
        ofMs,
        settled: then.length,
        medianWaitMs: medianOf(then.map((one) => (one.to ?? 0) - one.from)),
      };
    }),
    medianWaitMs: medianOf(settled.map((one) => (one.to ?? 0) - one.from)),
    sentBack: [0, 1, 2, 3].map((n) => passed.find(({ times }) => times === n)?.tasks ?? 0),
    availability: availabilityOf(members, since, Math.min(until, now)),
  };
}

function cycleOf(done: { lowMs: number | null; medianMs: number | null; highMs: number | null } | undefined) {
  if (!done || done.lowMs === null || done.medianMs === null || done.highMs === null) return null;
  return { lowMs: done.lowMs, medianMs: done.medianMs, highMs: done.highMs };
}

function monthIn(rows: readonly UsageRow[], all: readonly number[], zone: string, now: number) {
  const month = monthOf(zone, now);
  const today = all.length - 2;
  const costs = new Array<number>(today).fill(0);
  for (const { day, costUsdMicros } of rows) if (day < today) costs[day] = (costs[day] ?? 0) + costUsdMicros;
  const spent = sumOfUsage(rows.filter(({ day }) => (all[day] ?? 0) >= month.start));
  const daysLeft = (month.end - now) / DAY_MS;
  return forecastMonth({ spent, costs: costs.slice(-FORECAST_DAYS), daysLeft }, month.end);
}

/** The first ones, and the rest summed, so that the total stays correct. */
function runGroups(runs: readonly (UsageRow & { runId: string | null; all: number })[], total: Usage): UsageGroup[] {
  const of = (key: string | null, usage: Usage, rest = 0): UsageGroup => {
    return { key, rest, usage, costs: [], tokens: [] };
  };
  const told = runs.length < GROUPS_MAX ? runs : runs.slice(0, GROUPS_MAX - 1);
  const groups = told.map((row) => of(row.runId === null ? null : roomKey(row.roomId, row.runId), sumOfUsage([row])));
  const rest = (runs[0]?.all ?? 0) - told.length;
  return rest > 0 ? [...groups, of(null, difference(total, sumOfUsage(told)), rest)] : groups;
}

function difference(all: Usage, part: Usage): Usage {
  const minus = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, -Number(value)]),
  ) as unknown as Usage;
  const estimated = (all.estimatedUsdMicros ?? 0) - (part.estimatedUsdMicros ?? 0);
  const { estimatedUsdMicros: _, ...rest } = sumUsage(all, minus);
  return { ...rest, ...(estimated > 0 ? { estimatedUsdMicros: estimated } : {}) };
}

function availabilityOf(members: readonly Member[], since: number, until: number) {
  return members
    .filter(({ online, offlineSince, crossings }) => {
      return online || crossings.length > 0 || (offlineSince ?? 0) >= since;
    })
    .map(({ crossings, online, offlineSince: _, ...member }) => {
      return { ...member, ...onlineTime(crossings, online, since, until) };
    })
    .slice(0, MEMBERS_MAX);
}

async function sessionTitles(sql: Sql, rooms: Rooms, rows: readonly UsageRow[]) {
  const ids = [...new Set(rows.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId])))];
  if (ids.length === 0) return new Map<string, string>();
  const found = await sql<{ room: string; id: number; title: string }[]>`
    SELECT s.room_id AS room, s.id, s.title FROM sessions s
    WHERE s.room_id IN (SELECT room_id FROM ${rooms} r) AND s.id = ANY(${ids}::int[])`;
  return new Map(found.map(({ room, id, title }) => [roomKey(room, id), title]));
}

function nameIn(known: {
  members: readonly Member[];
  roomNames: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, string>;
  people: ReadonlyMap<string | null, string>;
}) {
  const agents = new Map(known.members.map((member) => [member.agentId, member]));
  return (kind: UsageGroupKind, group: UsageGroup) => {
    const { key } = group;
    const agent = kind === "agent" && key !== null ? agents.get(key) : undefined;
    const isNumbered = kind === "session" || kind === "run";
    const inRoom = isNumbered && key !== null ? key.slice(0, key.indexOf("/")) : null;
    const roomId = kind === "room" ? key : (agent?.roomId ?? inRoom);
    const name = key === null ? "" : nameOf(kind, key);
    return { ...group, name, roomId };
    function nameOf(of: UsageGroupKind, id: string): string {
      switch (of) {
        case "agent":
          return agent?.name ?? "";
        case "session":
          return known.titles.get(id) ?? "";
        case "room":
          return known.roomNames.get(id) ?? "";
        case "person":
          return known.people.get(id) ?? "";
        default:
          return "";
      }
    }
  };
}
