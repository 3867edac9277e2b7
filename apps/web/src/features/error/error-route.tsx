import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { ErrorsScreen } from "./errors-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/errors");

/** The errors of one room. */
export function ErrorsRoute(): ReactNode {
  const { room } = route.useParams();
  const { of, session, run } = route.useSearch();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <ErrorsScreen state={state} filter={{ of, session, run }} />}
    </RoomPage>
  );
}
