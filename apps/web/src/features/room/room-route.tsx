import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomScreen } from "./room-screen.tsx";

const route = getRouteApi("/shell/rooms/$room");

export function RoomRoute(): ReactNode {
  const { room } = route.useParams();
  return <RoomScreen key={room} room={room} />;
}
