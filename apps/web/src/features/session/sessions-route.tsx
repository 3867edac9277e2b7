import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomPage } from "../room/index.ts";
import { SessionsScreen } from "./sessions-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/sessions");

/** The sessions of one room. */
export function SessionsRoute(): ReactNode {
  const { room } = route.useParams();
  const { new: asked = false, from } = route.useSearch();
  const navigate = useNavigate();
  const ask = (on: boolean): void =>
    void navigate({
      to: "/rooms/$room/sessions",
      params: { room },
      search: on ? { new: true } : {},
      replace: true,
    });
  return (
    <RoomPage key={room} room={room}>
      {(state) => <SessionsScreen state={state} asksNew={asked} from={from} onNew={ask} />}
    </RoomPage>
  );
}
