import type { AgentUsage } from "@squadroom/core/usage/contract";
import { NO_USAGE, tokensOf, type Usage } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { sumOf, useUsageToday } from "./today.ts";
import { TodayFigures } from "./today-figures.tsx";
import "./today.css";

/** What the room's agents have reported since midnight: each of them, and together. */
export function TodayPanel({ state: { view } }: { state: RoomState }): ReactNode {
  // A report changes what one of the room's tasks has consumed.
  const reported = view.tasks.reduce((n, { usage }) => n + (usage ? weightOf(usage) : 0), 0);
  const agents = useUsageToday(view.roomId, `${reported} ${view.ended.length}`);
  const rows = agents ? [...agents, ...silentIn(view.agents, agents, view.roomId)] : [];
  return (
    <section className="today" aria-label="Used today">
      <h3 className="label today-head">
        Today
        {agents && <TodayFigures of={sumOf(agents)} />}
      </h3>
      {rows.length > 0 && (
        <ul>
          {rows.map(({ agentId, name, usage }) => (
            <li key={agentId}>
              <span className="ell">{name}</span>
              <TodayFigures of={usage} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Agents that have a seat in the room and reported nothing. */
function silentIn(members: RoomState["view"]["agents"], said: readonly AgentUsage[], roomId: string): AgentUsage[] {
  const heard = new Set(said.map(({ agentId }) => agentId));
  return Object.values(members)
    .filter(({ id, offlineReason }) => offlineReason !== "left" && !heard.has(id))
    .map(({ id, name }) => ({ roomId, agentId: id, name, usage: NO_USAGE }));
}

function weightOf(usage: Usage): number {
  return tokensOf(usage) + usage.costUsdMicros + usage.runs;
}
