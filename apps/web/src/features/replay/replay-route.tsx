import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReplayScreen } from "./replay-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/replay");

export function ReplayRoute(): ReactNode {
  const { room } = route.useParams();
  const { at } = route.useSearch();
  return <ReplayScreen key={room} room={room} from={at ?? null} />;
}
