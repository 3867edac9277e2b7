import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConnectScreen } from "./connect-screen.tsx";

const route = getRouteApi("/shell/connect");

export function ConnectRoute(): ReactNode {
  const { room, role } = route.useSearch();
  return <ConnectScreen room={room} role={role} />;
}
