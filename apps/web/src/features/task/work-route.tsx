import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { RoomPage } from "../room/index.ts";
import { filterOf } from "./work-filter.ts";
import { WorkScreen } from "./work-screen.tsx";

const route = getRouteApi("/shell/rooms/$room/work");

/** All tasks of one room. */
export function WorkRoute(): ReactNode {
  const { room } = route.useParams();
  const search = route.useSearch();
  const filter = useMemo(() => filterOf(search), [search]);
  const navigate = route.useNavigate();
  return (
    <RoomPage key={room} room={room}>
      {(state) => (
        <WorkScreen
          room={room}
          state={state}
          filter={filter}
          onFilter={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
        />
      )}
    </RoomPage>
  );
}
