import { membersOf } from "@squadroom/core/room/card";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { now } from "../../clock/now.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Presence } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";
import type { MentionTarget } from "./mention.ts";

type MentionListProps = {
  state: RoomState;
  options: readonly MentionTarget[];
  choice: number;
  onChoose: (role: string) => void;
};

/** Roles that match the name being typed. */
export function MentionList({ state, options, choice, onChoose }: MentionListProps): ReactNode {
  const members = membersOf(state.view, state.observations, now(), state.leaseS);
  return (
    <div id="mentions" className="mentions" role="listbox" aria-label="Roles that fit">
      {options.map((option, index) => {
        const member = members.find((known) => known.role === option.role);
        return (
          // A press would take the focus from the text before the click arrives.
          <div
            tabIndex={-1}
            key={option.role}
            id={`mention-${index}`}
            role="option"
            aria-selected={index === choice}
            className={clsx(index === choice && "cur")}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(option.role);
            }}
          >
            <Tile name={option.title} offline={member?.presence?.reach === "offline"} gap={!member?.presence} />
            <span className="strong">{option.title}</span>
            <span className="small muted">@{option.role}</span>
            <span className="end">
              {member?.presence && <Presence reach={member.presence.reach} work={member.presence.work} />}
            </span>
          </div>
        );
      })}
    </div>
  );
}
