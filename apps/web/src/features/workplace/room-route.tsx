import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { RoomWorkplace } from "./room-workplace.tsx";

const route = getRouteApi("/shell/rooms/$room");

/** One room: what was said and done, who is present, what is to be done. */
export function RoomRoute(): ReactNode {
  const { room } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <RoomWorkplace room={room} state={state} />}
    </RoomPage>
  );
}
