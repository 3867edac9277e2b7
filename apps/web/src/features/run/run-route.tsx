import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { RunScreen } from "./run-screen.tsx";
import { RunsScreen } from "./runs-screen.tsx";

const one = getRouteApi("/shell/rooms/$room/runs/$run");
const all = getRouteApi("/shell/rooms/$room/runs");

/** One run of a room. */
export function RunRoute(): ReactNode {
  const { room, run } = one.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <RunScreen key={run} state={state} id={Number(run)} />}
    </RoomPage>
  );
}

/** The runs of one room. */
export function RunsRoute(): ReactNode {
  const { room } = all.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <RunsScreen state={state} />}
    </RoomPage>
  );
}
