import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { LockScreen } from "./lock-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/locks");

/** The locks of one room. */
export function LockRoute(): ReactNode {
  const { room } = route.useParams();
  const { path } = route.useSearch();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <LockScreen state={state} path={path} />}
    </RoomPage>
  );
}
