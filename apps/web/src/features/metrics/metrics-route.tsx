import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { MetricsScreen } from "./metrics-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/metrics");

/** The figures of one room. */
export function MetricsRoute(): ReactNode {
  const { room } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <MetricsScreen state={state} />}
    </RoomPage>
  );
}
