import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { explain } from "../../live/api.ts";
import { useRoom } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { PastRoom } from "./past-room.tsx";
import { Scrubber } from "./scrubber.tsx";
import { usePlay } from "./use-play.ts";
import { useMoment, useOutline } from "./use-replay.ts";

/** A room as it was at any event of its log. */
export function ReplayScreen({ room, from }: { room: string; from: number | null }): ReactNode {
  const query = useRoom(room);
  useTitle(say`${query.data?.view.name ?? room}, replay`);
  if (query.data) return <Replay room={query.data} from={from} />;
  return (
    <>
      <Top room={room} title={room} />
      {query.isError ? (
        <Problem
          title="Couldn't load this moment"
          code={explain(query.error).code}
          actions={
            <Link to="/rooms/$room" params={{ room }} className={buttonClass("primary")}>
              Back to now
            </Link>
          }
        >
          {explain(query.error).message}
        </Problem>
      ) : (
        <SkeletonRows rows={10} />
      )}
    </>
  );
}

function Replay({ room, from }: { room: RoomState; from: number | null }): ReactNode {
  const head = room.view.seq;
  const [at, setAt] = useState(Math.min(from ?? head, head));
  const { moment, error, retry } = useMoment(room.view.roomId, at);
  const outline = useOutline(room.view.roomId, head);
  const play = usePlay({ room: room.view.name, at, head, moment, onAt: setAt });
  return (
    <>
      {moment ? (
        <PastRoom moment={moment} room={room} head={head} />
      ) : (
        <>
          <Top room={room.view.name} title={room.view.name} />
          {!error && <SkeletonRows rows={10} />}
        </>
      )}
      {error !== null && <NotLoaded title="Couldn't load this moment" error={error} again={retry} />}
      <Scrubber outline={outline} at={at} head={head} time={moment?.view.at ?? room.view.at} {...play} />
    </>
  );
}
