import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { BranchScreen } from "./branch-screen.tsx";
import { BranchesScreen } from "./branches-screen.tsx";

const one = getRouteApi("/shell/rooms/$room/branches/$branch");
const all = getRouteApi("/shell/rooms/$room/branches");

/** One branch of a room. */
export function BranchRoute(): ReactNode {
  const { room, branch } = one.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <BranchScreen key={branch} state={state} id={branch} />}
    </RoomPage>
  );
}

/** The branches of one room. */
export function BranchesRoute(): ReactNode {
  const { room } = all.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <BranchesScreen state={state} />}
    </RoomPage>
  );
}
