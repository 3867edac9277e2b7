import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { ArtifactsScreen } from "./artifacts-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions/$session/artifacts");

/** What the tasks of one session made. */
export function ArtifactRoute(): ReactNode {
  const { room, session } = route.useParams();
  const { of, stage, status } = route.useSearch();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <ArtifactsScreen key={session} state={state} id={Number(session)} filter={{ of, stage, status }} />}
    </RoomPage>
  );
}
