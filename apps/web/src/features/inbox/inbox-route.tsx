import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InboxScreen } from "./inbox-screen.tsx";

const route = getRouteApi("/shell/inbox");

export function InboxRoute(): ReactNode {
  const { item, room, mine } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <InboxScreen
      wantedId={item}
      wantedRoom={room}
      isMine={mine === true}
      onMine={(isMine) => void navigate({ search: isMine ? { mine: true } : {}, replace: true })}
    />
  );
}
