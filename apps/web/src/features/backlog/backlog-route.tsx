import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { BacklogScreen } from "./backlog-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/backlog");

/** The backlog of one room. */
export function BacklogRoute(): ReactNode {
  const { room } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <BacklogScreen state={state} />}
    </RoomPage>
  );
}
