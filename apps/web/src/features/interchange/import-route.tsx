import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { ImportScreen } from "./import-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/import");

/** A session is brought into a room. */
export function ImportRoute(): ReactNode {
  const { room } = route.useParams();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <ImportScreen state={state} />}
    </RoomPage>
  );
}
