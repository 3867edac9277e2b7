import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { ReportScreen } from "./report-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions/$session/report");

/** The report of one session. */
export function ReportRoute(): ReactNode {
  const { room, session } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <ReportScreen key={session} state={state} id={Number(session)} />}
    </RoomPage>
  );
}
