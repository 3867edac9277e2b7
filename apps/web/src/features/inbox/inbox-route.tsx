import "./words.ts";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InboxScreen } from "./inbox-screen.tsx";

const route = getRouteApi("/shell/inbox");

export function InboxRoute(): ReactNode {
  return <InboxScreen wantedId={route.useSearch().item} />;
}
