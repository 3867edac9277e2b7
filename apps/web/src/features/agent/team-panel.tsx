import { chainOf } from "@squadroom/core/room/ball";
import { type Member, membersOf } from "@squadroom/core/room/card";
import { atWorkText } from "@squadroom/core/task/at-work";
import { heldTask } from "@squadroom/core/task/order";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { useAsOf, useLiveNow } from "../../live/connection.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { withTitles } from "../../words/role-title.ts";
import { AgentRow } from "./agent-row.tsx";
import "./team-panel.css";

/** Who is present, in words that can be proved. */
export function TeamPanel({
  state,
  names,
  canConnect,
  canRelease,
  runOf,
}: {
  state: RoomState;
  names: Names;
  canConnect: boolean;
  canRelease: boolean;
  /** What is said about its run. */
  runOf?: (member: Member) => ReactNode;
}): ReactNode {
  const { view, observations, leaseS } = state;
  const members = membersOf(view, observations, useLiveNow(), leaseS);
  const chain = chainOf(view);
  const asOf = useAsOf();
  return (
    <section>
      <h2 className="label team-head">
        Team
        <span className="team-variant">
          {asOf === null
            ? withTitles(chain?.note || (chain?.variant.replaceAll("_", " ") ?? ""), view.team?.roles)
            : `as of ${clockOf(asOf)}`}
        </span>
      </h2>
      <ul aria-label="Members">
        {members.map((member) => {
          const held = member.agentId ? heldTask(view, member.agentId) : undefined;
          return (
            <AgentRow
              key={member.agentId ?? member.role}
              member={member}
              room={view.name}
              roleTitle={names.role(member.role)}
              isEntryPoint={member.role === view.team?.entryPoint}
              taskId={held?.id ?? null}
              atWork={held?.lease ? atWorkText(held.lease) : null}
              percent={held?.progress?.percent ?? null}
              canConnect={canConnect}
              canRelease={canRelease}
              run={runOf?.(member) ?? null}
            />
          );
        })}
      </ul>
    </section>
  );
}
