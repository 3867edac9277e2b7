import { membersOf } from "@squadroom/core/room/card";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { Members } from "./members.tsx";

/** If there is no room beside the conversation: the team in one row, the panels one touch away. */
export function MembersStrip({ state, onOpen }: { state: RoomState; onOpen: () => void }): ReactNode {
  const members = membersOf(state.view, state.observations, useLiveNow(), state.leaseS);
  return (
    <button type="button" className="mstrip" onClick={onOpen} aria-label="Team and work">
      <Members members={members} most={6} />
      <Icon of={ChevronRight} />
    </button>
  );
}
