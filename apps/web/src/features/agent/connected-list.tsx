import type { Member } from "@squadroom/core/room/card";
import type { ReactNode } from "react";
import { useSince } from "../../clock/time.tsx";
import type { RoomState } from "../../live/room-state.ts";
import { AwaitedSign, Presence } from "../../ui/presence.tsx";
import { say } from "../../words/say.tsx";
import { standingOf } from "./arrival.ts";
import { howOf } from "./how.ts";
import "./connect-screen.css";

type ConnectedListProps = {
  state: RoomState;
  members: readonly Member[];
  awaited: readonly { agentId: string; name: string }[];
};

/** Who is present and how the room knows, and who has not called yet. Turns green by itself. */
export function ConnectedList({ state, members, awaited }: ConnectedListProps): ReactNode {
  const here = members.filter((member) => standingOf(member, state.view.agents) !== "open");
  const missing = awaited.filter((one) => !here.some((member) => member.agentId === one.agentId));
  if (here.length === 0 && missing.length === 0) return null;
  return (
    <section aria-labelledby="connected-title">
      <h2 id="connected-title" className="waits-title">
        {say`Connected to ${state.view.name}`} <span className="small muted">and how we know</span>
      </h2>
      <div role="status" aria-label="Who is connected">
        <ul className="waits">
          {here.map((member) => (
            <Here key={member.agentId} member={member} state={state} />
          ))}
          {missing.map((one) => (
            <li key={one.agentId}>
              <AwaitedSign />
              <span className="strong">{one.name}</span>
              <span className="muted">waiting for its first call. Turns green by itself.</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Here({ member, state }: { member: Member; state: RoomState }): ReactNode {
  const id = member.agentId as keyof typeof state.view.agents;
  const agent = state.view.agents[id];
  const since = useSince(agent?.joinedAt ?? 0, { ago: true });
  const seenAt = Math.max(agent?.seenAt ?? 0, state.observations.seenAt[id] ?? 0);
  const seen = useSince(seenAt, { ago: true });
  const { presence } = member;
  if (!agent || !presence) return null;
  const hasCalled = standingOf(member, state.view.agents) === "connected";
  const isWaiting = presence.reason.kind === "waiting_poll";
  return (
    <li>
      {hasCalled ? <Presence reach={presence.reach} work={presence.work} /> : <AwaitedSign />}
      <span className="strong">{member.name}</span>
      {!hasCalled ? (
        <span className="muted">has joined, but hasn't asked for work yet. Turns green once it does.</span>
      ) : (
        presence.reach === "unstable" && <span className="c-warn">unstable</span>
      )}
      <span className="muted waits-how">{howOf(agent)}</span>
      <span className="small muted">
        {!hasCalled ? `joined ${since}` : isWaiting ? "waiting for work" : `last call ${seen}`}
      </span>
    </li>
  );
}
