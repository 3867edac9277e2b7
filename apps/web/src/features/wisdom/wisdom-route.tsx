import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { WisdomScreen } from "./wisdom-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/wisdom");

/** What the team of one room knows. */
export function WisdomRoute(): ReactNode {
  const { room } = route.useParams();
  const { about = "" } = route.useSearch();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <WisdomScreen key={about} state={state} about={about} />}
    </RoomPage>
  );
}
