import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RoomsScreen } from "./rooms-screen.tsx";

const route = getRouteApi("/shell/rooms");

export function RoomsRoute(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RoomsScreen
      creates={search.new === true}
      onCreate={(open) => void navigate({ search: open ? { new: true } : {}, replace: true })}
    />
  );
}
