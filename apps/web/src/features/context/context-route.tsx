import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { ContextScreen } from "./context-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions/$session/context");

/** What everybody who works in one session shares. */
export function ContextRoute(): ReactNode {
  const { room, session } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <ContextScreen key={session} state={state} id={Number(session)} />}
    </RoomPage>
  );
}
