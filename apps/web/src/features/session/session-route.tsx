import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { SessionScreen } from "./session-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions/$session");

/** One session of a room. */
export function SessionRoute(): ReactNode {
  const { room, session } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <SessionScreen key={session} state={state} id={Number(session)} />}
    </RoomPage>
  );
}
