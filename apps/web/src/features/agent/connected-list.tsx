import type { Member } from "@squadroom/core/room/card";
import type { ReactNode } from "react";
import { useSince } from "../../clock/time.tsx";
import type { RoomState } from "../../live/room-state.ts";
import { AwaitedSign, ReachSign } from "../../ui/presence.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { hasCalledSince } from "./connect-lines.ts";

type ConnectedListProps = {
  state: RoomState;
  members: readonly Member[];
  awaited: readonly { agentId: string; name: string }[];
};

/** Who is there, and who has not called yet. Turns green by itself. */
export function ConnectedList({ state, members, awaited }: ConnectedListProps): ReactNode {
  const { t } = wordsOf("agent");
  const here = members.filter(
    (member) => member.presence !== null && member.presence.reach !== "offline",
  );
  const missing = awaited.filter((one) => !here.some((member) => member.agentId === one.agentId));
  if (here.length === 0 && missing.length === 0) return null;
  return (
    <div role="status" aria-label={t("page.status")}>
      <ul className="waits">
        {here.map((member) => (
          <Here key={member.agentId} member={member} state={state} />
        ))}
        {missing.map((one) => (
          <li key={one.agentId}>
            <AwaitedSign />
            <span className="strong">{one.name}</span>
            <span className="muted">{t("page.waiting")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Here({ member, state }: { member: Member; state: RoomState }): ReactNode {
  const { t } = wordsOf("agent");
  const agent = state.view.agents[member.agentId as keyof typeof state.view.agents];
  const since = useSince(agent?.joinedAt ?? 0, { ago: true });
  return (
    <li>
      {hasCalledSince(member, agent) ? (
        <ReachSign of={member.presence?.reach ?? "online"} />
      ) : (
        <AwaitedSign />
      )}
      <span className="strong">{member.name}</span>
      {!hasCalledSince(member, agent) ? (
        <span className="muted">{t("page.joined")}</span>
      ) : member.presence?.reach === "unstable" ? (
        <span className="c-warn">{t("reach.unstable")}</span>
      ) : (
        <span className="c-ok">{t("page.connected")}</span>
      )}
      {agent && (
        <span className="muted">
          {t("page.joinedBy", { since, class: t(`page.class.${agent.class}`) })}
        </span>
      )}
    </li>
  );
}
