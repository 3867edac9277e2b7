import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { AllowedHere } from "../../live/allowed.ts";
import { useRoom } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { setPreferences } from "../../preferences/preferences.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Problem } from "../../ui/problem.tsx";
import { preloadMarkdown } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** The content of a room's page once its state is there. */
type Shown = (state: RoomState) => ReactNode;

/** A page of one room: waits for its state, and says so if there is none to show. */
export function RoomPage({ room, children }: { room: string; children: Shown }): ReactNode {
  const query = useRoom(room);
  useTitle(query.data?.view.name ?? room);
  const opened = query.data?.view.name;
  useEffect(() => {
    if (opened !== undefined) setPreferences({ lastRoom: opened });
  }, [opened]);
  useEffect(preloadMarkdown, []);

  const toRooms = (className: string) => (
    <Link to="/rooms" className={className}>
      All rooms
    </Link>
  );
  if (query.isPending) {
    return (
      <>
        <Top room={room} title={room} />
        <SkeletonRows rows={10} />
      </>
    );
  }
  if (query.isError) {
    return (
      <>
        <Top back title={room} />
        <NotLoaded
          title="Couldn't load the room"
          error={query.error}
          again={query.refetch}
          missing={{
            title: "You can't open this room",
            text: "It doesn't exist, or nobody has shared it with you.",
            codes: ["room_unknown", "not_found", "forbidden"],
          }}
          way={toRooms}
        />
      </>
    );
  }
  if (query.data.view.removedAt !== null) {
    return (
      <>
        <Top back title={query.data.view.name} />
        <Problem tone="warn" title="This room was removed" actions={toRooms(buttonClass("primary"))}>
          Its log is closed and its agents are disconnected.
        </Problem>
      </>
    );
  }
  if (query.data.isStopped) {
    return (
      <>
        <Top back title={query.data.view.name} />
        <Problem
          title="This page is older than the server"
          actions={
            <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
              Reload the page
            </button>
          }
        >
          Something happened in the room that only a newer version of this page can show. Nothing is lost.
        </Problem>
      </>
    );
  }
  return <AllowedHere.Provider value={query.data.allowedActions}>{children(query.data)}</AllowedHere.Provider>;
}
