import type { MetricEvent } from "@squadroom/core/metrics/contract";
import type { UsageGroupKind } from "@squadroom/core/metrics/usage-groups";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { exactTime } from "../../clock/since.ts";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { costText } from "../usage/index.ts";

const EVENTS_PRESENCE = {
  joined: "joined",
  online: "came online",
  offline: "went offline",
};

/** The figure whose events are wanted. */
export interface Behind {
  title: string;
  kind: "usage" | "completed" | "sent_back" | "waiting" | "presence";
  since: number;
  until: number;
  by?: UsageGroupKind;
  key?: string | null;
}

/** The events behind a figure; each leads to its place in the room's log. */
export function EventsSheet({
  room,
  name,
  behind,
  onClose,
}: {
  room: string;
  name: string;
  behind: Behind;
  onClose: () => void;
}): ReactNode {
  const { title, key, ...wanted } = behind;
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ["metrics", "events", room, behind],
    queryFn: ({ pageParam }) =>
      call("listMetricEvents", {
        query: {
          room,
          ...wanted,
          ...(key == null ? {} : { key }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  const rows = data?.pages.flatMap((page) => page.data);
  return (
    <Dialog side width={560} title={say`Events: ${title}`} onClose={onClose}>
      {!rows && <SkeletonRows />}
      {rows?.length === 0 && <p className="muted">No events.</p>}
      <ul className="mx-events">
        {rows?.map((row) => (
          <li key={row.seq}>
            <Link to="/rooms/$room" params={{ room: name }} search={{ at: row.seq }}>
              {whatOf(row)}
            </Link>
            <span className="small muted">
              {[row.agent, row.usage ? costText(row.usage) : ""].filter(Boolean).join(" · ")}
            </span>
            <time className="small muted" dateTime={new Date(row.at).toISOString()}>
              {exactTime(row.at)}
            </time>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="ghost" onClick={() => !isFetching && void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}

function whatOf({ what, usage, agent }: MetricEvent): string {
  if (usage) return plainText(what) || "No model named";
  const isPresence = what === "joined" || what === "online" || what === "offline";
  return isPresence && agent !== "" ? EVENTS_PRESENCE[what] : plainText(what);
}
