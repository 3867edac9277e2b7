import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { OverviewScreen } from "./overview-screen.tsx";

const route = getRouteApi("/shell/overview");

/** What is kept in the address comes back with it, by a link as by *Back*. */
export function OverviewRoute(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OverviewScreen
      search={search}
      onSearch={({ text, ...rest }) => void navigate({ search: { ...rest, text: text || undefined }, replace: true })}
    />
  );
}
