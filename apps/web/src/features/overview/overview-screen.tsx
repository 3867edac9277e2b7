import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import type { RoomCard } from "@squadroom/core/room/card";
import { usdText } from "@squadroom/core/usage/usage";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { zone } from "../../clock/zone.ts";
import { call } from "../../live/api.ts";
import { useWaiting } from "../../live/inbox.ts";
import { useRooms } from "../../live/rooms.ts";
import { Top } from "../../shell/top.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Ball } from "../../ui/ball.tsx";
import { Button } from "../../ui/button.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { holderOf, shortOf } from "../room/index.ts";
import "./overview.css";

const OVERVIEW_DAYS = [2, 7, 30] as const;
const DAYS = { 2: "Today", 7: "7 days", 30: "30 days" } as const;
/** Figures of the past are read again this often, ms; what happens now is live. */
const AGAIN_MS = 60_000;

type Report = Reply<"getMetrics">;

interface Row {
  card: RoomCard;
  needs: number;
  /** Those that are connected. */
  agents: number;
  /** Known cost in the period, in millionths; `null`: nobody reported it, or it has no price. */
  usd: number | null;
}

interface Column {
  id: string;
  title: string;
  /** What rows are sorted by, the largest first. */
  of: (row: Row) => number;
  shown?: (row: Row) => ReactNode;
  isWide?: true;
}

const COLUMNS: readonly Column[] = [
  { id: "needs", title: "Needs you", of: ({ needs }) => needs },
  { id: "sessions", title: "Sessions", of: ({ card }) => card.sessions, isWide: true },
  { id: "agents", title: "Agents", of: ({ agents }) => agents, isWide: true },
  { id: "machines", title: "Machines", of: ({ card }) => card.machines, isWide: true },
  { id: "work", title: "Working", of: ({ card }) => card.tasks.live },
  { id: "ready", title: "Ready", of: ({ card }) => card.tasks.ready, isWide: true },
  {
    id: "failed",
    title: "Failed",
    of: ({ card }) => card.tasks.failed,
    shown: ({ card }) => <span className={card.tasks.failed > 0 ? "c-bad" : undefined}>{card.tasks.failed}</span>,
  },
  {
    id: "cost",
    title: "Cost",
    of: ({ usd }) => usd ?? -1,
    shown: ({ usd }) => usdWords(usd),
  },
];

/** What the page keeps in its address. */
export interface OverviewSearch {
  text?: string | undefined;
  sort?: string | undefined;
  days?: number | undefined;
  /** Asks whether everything is to be paused. */
  pause?: true | undefined;
}

/** All rooms at once: what runs, what failed, what it costs; and the way to stop all of it, and back. */
export function OverviewScreen({
  search: { text = "", sort, days: asked, pause },
  onSearch,
}: {
  search: OverviewSearch;
  onSearch: (search: OverviewSearch) => void;
}): ReactNode {
  const days = OVERVIEW_DAYS.find((one) => one === asked) ?? 2;
  const rooms = useRooms();
  const waiting = useWaiting();
  const { data: report } = useQuery({
    queryKey: ["metrics", "overview", days],
    queryFn: () => call("getMetrics", { query: { days, zone: zone() } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  useTitle("Overview");
  if (rooms.isError) {
    return (
      <>
        <Top title="Overview" />
        <Unreachable error={rooms.error} onAgain={() => void rooms.refetch()} />
      </>
    );
  }
  const cards = rooms.data ?? [];
  const wanted = text.trim().toLowerCase();
  const rows = cards
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map((card): Row => {
      const agents = card.members.filter(({ presence }) => presence !== null && presence.reach !== "offline").length;
      return { card, needs: waiting[card.roomId] ?? 0, agents, usd: costOf(report, card.roomId, days) };
    });
  const by = COLUMNS.find(({ id }) => id === sort) ?? COLUMNS[0];
  if (by) rows.sort((a, b) => by.of(b) - by.of(a) || a.card.name.localeCompare(b.card.name));
  return (
    <>
      <Top title="Overview" beside={<p className="muted ell wide">{counted(cards.length, "room")}</p>}>
        <PauseAll
          cards={cards}
          asks={pause === true}
          onAsk={(asks) => onSearch({ text, sort, days: asked, pause: asks || undefined })}
        />
      </Top>
      <div className="ov">
        {rooms.isPending ? (
          <SkeletonRows rows={8} />
        ) : (
          <>
            <Totals rows={rows} report={report} />
            <div className="ov-bar">
              <input
                type="search"
                className="field"
                aria-label="Filter rooms by name"
                placeholder="Filter by name"
                value={text}
                onChange={({ target }) => onSearch({ sort, days: asked, text: target.value })}
              />
              <Segments
                label="Cost of"
                value={String(days)}
                options={OVERVIEW_DAYS.map((n) => ({ value: String(n), label: DAYS[n] }))}
                onChange={(value) => onSearch({ text, sort, days: Number(value) })}
              />
            </div>
            {rows.length === 0 ? (
              <p className="muted">{text === "" ? "You have no room yet." : "No room has this in its name."}</p>
            ) : (
              <RoomTable rows={rows} sorted={by} onSort={(id) => onSearch({ text, days: asked, sort: id })} />
            )}
          </>
        )}
      </div>
    </>
  );
}

type Group = Report["groups"]["room"][number];

/** @returns in millionths of a dollar; `null`: nobody reported any, or it has no price */
function costOf(report: Report | undefined, roomId: string, days: number): number | null {
  // The period of today's figures holds yesterday, too.
  const from = days === 2 ? -1 : 0;
  return sumOf(report?.groups.room.filter(({ key }) => key === roomId) ?? [], from);
}

function sumOf(groups: readonly Group[], from: number, to?: number): number | null {
  const sum = (all: readonly number[]) => all.slice(from, to).reduce((total, one) => total + one, 0);
  const isFree = groups.some(({ tokens, usage }) => sum(tokens) > 0 && usage.unpricedTokens === 0);
  const usd = groups.reduce((total, { costs }) => total + sum(costs), 0);
  return usd > 0 || isFree ? usd : null;
}

const usdWords = (usd: number | null): string => (usd === null ? "unknown" : `${usdText(usd)} USD`);

function Totals({ rows, report }: { rows: readonly Row[]; report: Report | undefined }): ReactNode {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const groups = report?.groups.room ?? [];
  const done = (nth: number) => report?.days.at(nth)?.completed.toLocaleString("en") ?? "unknown";
  const isWhole = rows.length > 0;
  const figures: [value: string, says: string][] = [
    [String(sum(({ needs }) => needs)), "need you"],
    [String(sum(({ card }) => card.sessions)), "sessions"],
    [String(sum(({ agents }) => agents)), "agents connected"],
    [String(sum(({ card }) => card.machines)), "machines online"],
    [String(sum(({ card }) => card.tasks.live)), "tasks in progress"],
    [String(sum(({ card }) => card.tasks.failed)), "tasks failed"],
    ...(isWhole
      ? ([
          [usdWords(sumOf(groups, -1)), "today, all rooms"],
          [usdWords(sumOf(groups, -2, -1)), "yesterday, all rooms"],
          [done(-1), "tasks done today"],
          [done(-2), "tasks done yesterday"],
        ] as [string, string][])
      : []),
  ];
  return <Figures of={figures} />;
}

function RoomTable({
  rows,
  sorted,
  onSort,
}: {
  rows: readonly Row[];
  sorted: Column | undefined;
  onSort: (id: string) => void;
}): ReactNode {
  return (
    <table className="ov-table">
      <thead>
        <tr>
          <th scope="col">Room</th>
          {COLUMNS.map(({ id, title, isWide }) => (
            <th
              key={id}
              scope="col"
              className={isWide && "wide"}
              aria-sort={sorted?.id === id ? "descending" : undefined}
            >
              <button type="button" onClick={() => onSort(id)}>
                {title}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.card.roomId}>
            <th scope="row">
              <Link to="/rooms/$room" params={{ room: row.card.name }} className="strong">
                {row.card.name}
              </Link>
              {row.card.paused && <Tag tone="wait">paused</Tag>}
              <p className="small muted ell">
                <Ball of={row.card.ball.holder} /> {holderOf(row.card.ball)} · {shortOf(row.card.ball, roleTitle)}
              </p>
            </th>
            {COLUMNS.map(({ id, of, shown, isWide }) => (
              <td key={id} className={isWide && "wide"}>
                {shown ? shown(row) : of(row).toLocaleString("en")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One press stops everything, and one brings it back. */
function PauseAll({
  cards,
  asks,
  onAsk,
}: {
  cards: readonly RoomCard[];
  asks: boolean;
  onAsk: (asks: boolean) => void;
}): ReactNode {
  const paused = cards.filter((card) => card.paused?.everywhere).length;
  const going = cards.filter((card) => !card.paused);
  const runs = going.reduce((sum, card) => sum + card.runs, 0);
  const { send } = useAct("resumeAll", {
    said: ({ rooms }) => `${counted(rooms.length, "room is", "rooms are")} resumed.`,
  });
  return (
    <>
      {paused > 0 && (
        <Button kind="primary" onClick={() => void send({})}>
          <Icon of={Play} size="s" />
          Resume everything
        </Button>
      )}
      {going.length > 0 && (
        <Button onClick={() => onAsk(true)}>
          <Icon of={Pause} size="s" />
          Pause everything
        </Button>
      )}
      {asks && (
        <Confirm
          title="Pause every room that you lead?"
          text={`${runs === 0 ? "No run is live." : `${counted(runs, "run ends", "runs end")} now: tasks go back to the queue, and changes stay.`} Agents that were started by hand finish what they have. Nobody gets a task before you resume.`}
          label="Pause everything"
          isDangerous
          route="pauseAll"
          given={{}}
          said={({ rooms }) =>
            rooms.length === 0
              ? "There is no other room that you lead."
              : `${counted(rooms.length, "room is", "rooms are")} paused.`
          }
          onClose={() => onAsk(false)}
        />
      )}
    </>
  );
}
