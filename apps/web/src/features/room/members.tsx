import type { Member } from "@squadroom/core/room/card";
import type { ReactNode } from "react";
import { Presence } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";
import "./members.css";

/** The team in a row: letters, and below them reach and work. A role that nobody fills is an open place. */
export function Members({ members, most = 8 }: { members: readonly Member[]; most?: number }): ReactNode {
  const shown = members.length > most ? members.slice(0, most - 1) : members;
  return (
    <ul className="mm" aria-label="Team">
      {shown.map((member) => (
        <li key={member.agentId ?? member.role} title={member.name}>
          <Tile name={member.name} offline={member.presence?.reach === "offline"} gap={member.presence === null} />
          <span className="sr">{member.name}</span>
          {member.presence ? (
            <Presence reach={member.presence.reach} work={member.presence.work} />
          ) : (
            <span className="mm-open">open</span>
          )}
        </li>
      ))}
      {shown.length < members.length && <li className="mm-more small muted">+{members.length - shown.length}</li>}
    </ul>
  );
}
