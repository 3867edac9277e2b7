import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { TimelineScreen } from "./timeline-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions/$session/timeline");

/** Who worked when in one session. */
export function TimelineRoute(): ReactNode {
  const { room, session } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <TimelineScreen key={session} state={state} id={Number(session)} />}
    </RoomPage>
  );
}
