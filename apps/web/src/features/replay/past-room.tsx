import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { Moment } from "@squadroom/core/replay/replay-log";
import { ballOf, chainOf } from "@squadroom/core/room/ball";
import { Link } from "@tanstack/react-router";
import { History, Users, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { StoodClock } from "../../clock/now.ts";
import { exactTime } from "../../clock/since.ts";
import { appendEvents, collectTitles, emptyFeed } from "../../live/feed.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { late } from "../../ui/late.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TeamPanel } from "../agent/index.ts";
import { Conversation, type FeedHandle } from "../log/index.ts";
import { QueueList } from "../message/index.ts";
import { BallLine, MembersStrip } from "../room/index.ts";
import { OpenTaskSheet, openTask, WorkPanel } from "../task/index.ts";

const Dialog = late(() => import("../../ui/dialog.tsx").then((module) => module.Dialog));

type PastRoomProps = { moment: Moment; room: RoomState; head: number };

/** The room's screen with the clock stopped at the moment; nothing in it acts. */
export function PastRoom({ moment, room, head }: PastRoomProps): ReactNode {
  const state = useMemo(() => pastState(moment, room.leaseS), [moment, room.leaseS]);
  const names = useNames(state);
  const feed = useRef<FeedHandle>(null);
  const [showsTeam, setShowsTeam] = useState(false);
  const { view } = state;
  const chain = chainOf(view);
  const later = head - view.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment ends at its own event
  useEffect(() => feed.current?.toNewest(), [view.seq]);
  return (
    <StoodClock value={view.at}>
      <Top room={room.view.name} title={room.view.name} beside={<Tag>The past</Tag>}>
        <Link to="/rooms/$room" params={{ room: room.view.name }} className={buttonClass("plain")}>
          <Icon of={X} size="s" />
          Back to now
        </Link>
        <IconButton icon={Users} label="Team and work" className="narrow" onClick={() => setShowsTeam(true)} />
      </Top>
      <p className="past-line" role="status">
        <Icon of={History} />
        <span>
          {`as it was at ${exactTime(view.at)}, event ${view.seq.toLocaleString("en")} of ${head.toLocaleString("en")}`}
        </span>
        <span className="muted wide">You can't change anything here.</span>
      </p>
      <BallLine
        ball={ballOf(view)}
        chain={chain?.chain ?? []}
        note={chain?.note ?? ""}
        roleTitle={names.role}
        room={view.name}
        canConnect={false}
        isAsked
        canDecide={false}
        onDecide={() => undefined}
      />
      <MembersStrip state={state} onOpen={() => setShowsTeam(true)} />
      <div className="roomgrid">
        <div className="conv">
          <Conversation
            room=""
            state={state}
            names={names}
            tail={
              later > 0 && (
                <p className="past-later small muted">{`${later} later ${later === 1 ? "event is" : "events are"} hidden`}</p>
              )
            }
            handle={feed}
            showsFilters={false}
          />
        </div>
        <aside className="team-side" aria-label="Team and work, as it was">
          <Panels state={state} names={names} />
        </aside>
        <OpenTaskSheet state={state} names={names} />
      </div>
      {showsTeam && (
        <Dialog onClose={() => setShowsTeam(false)} title="Team and work, as it was" side width={360}>
          <Panels state={state} names={names} />
        </Dialog>
      )}
    </StoodClock>
  );
}

function Panels({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const queue = <QueueList state={state} names={names} myId="" canKeep={false} isLead={false} onOpen={openTask} />;
  return (
    <>
      <TeamPanel state={state} names={names} canConnect={false} canRelease={false} />
      <WorkPanel state={state} names={names} queue={queue} />
    </>
  );
}

/**
 * A moment in the form of the room's screen. Observations are not part of the log: agents that were online according to
 * it count as seen, and nobody may do anything in the past.
 */
function pastState({ view, events }: Moment, leaseS: LeaseTimes): RoomState {
  const titles = new Map<string, string>();
  for (const task of [...view.ended, ...view.tasks]) titles.set(task.id, task.title);
  collectTitles(titles, events);
  const online = Object.values(view.agents).filter((agent) => agent.online);
  return {
    epoch: 0,
    view,
    observations: {
      seenAt: Object.fromEntries(online.map(({ id }) => [id, view.at])),
      waiting: [],
      overlaps: [],
    },
    leaseS,
    allowedActions: [],
    feed: appendEvents(emptyFeed, events),
    titles,
    generation: 0,
    isStopped: false,
  };
}
