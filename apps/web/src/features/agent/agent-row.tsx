import type { Presence as PresenceOf } from "@squadroom/core/agent/presence";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { Member } from "@squadroom/core/room/card";
import { replaceEqualDeep } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { useIsPast } from "../../clock/now.ts";
import { clockOf } from "../../clock/since.ts";
import { useSince, useUntil } from "../../clock/time.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Presence } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";
import { withArticle } from "../../words/article.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import "./agent-row.css";
import { useAct } from "../../act/use-act.ts";

const REACH = {
  online: "online",
  unstable: "unstable",
  offline: "offline",
};

const WORK = {
  idle: "idle",
  queued: "queued",
  working: "working",
  waiting_on_human: "waiting for you",
  waiting_on_agent: "waiting for an answer",
};

type AgentRowProps = {
  member: Member;
  room: string;
  roleTitle: string;
  isEntryPoint: boolean;
  taskId: string | null;
  /** Subagents that work for it now. */
  atWork: string | null;
  percent: number | null;
  canConnect: boolean;
  canRelease: boolean;
  run: ReactNode;
};

/** An agent: letters, name, both signs, and in words what can be proved about it. */
export const AgentRow = memo(function AgentRow({
  member,
  room,
  roleTitle,
  isEntryPoint,
  taskId,
  atWork,
  percent,
  canConnect,
  canRelease,
  run,
}: AgentRowProps): ReactNode {
  const { presence } = member;
  if (!presence) {
    return (
      <li className="agent">
        <Tile name={roleTitle} gap />
        <p className="agent-name">
          {roleTitle}
          {isEntryPoint && <span className="small muted">entry point</span>}
        </p>
        {canConnect ? (
          <Link
            className="agent-connect small"
            to="/connect"
            search={{ room, role: member.role }}
            aria-label={say`Connect ${withArticle(roleTitle)}`}
          >
            Connect
          </Link>
        ) : (
          <span />
        )}
        <p className="agent-state">{say`Nobody has joined as ${roleTitle}.`}</p>
        {run}
      </li>
    );
  }
  const waits = presence.work.startsWith("waiting_");
  const words =
    presence.reach === "offline" && presence.work === "idle"
      ? "offline"
      : `${REACH[presence.reach]}, ${WORK[presence.work]}`;
  return (
    <li className="agent">
      <Tile name={member.name} offline={presence.reach === "offline"} />
      <p className="agent-name">
        <span className="ell">{member.name}</span>
        <span className="small muted nowrap">
          {isEntryPoint ? "entry point" : (member.harness ?? (member.name === roleTitle ? "" : roleTitle))}
        </span>
      </p>
      <Presence reach={presence.reach} work={presence.work} />
      <p className="agent-state">
        <b className={waits ? "c-wait" : undefined}>{words}</b>
        {taskId && (
          <>
            {" on "}
            <button type="button" className="agent-task" onClick={() => openTask(taskId)}>
              {taskId}
            </button>
            {atWork && `, ${atWork}`}
          </>
        )}
        . <Reason reason={presence.reason} work={presence.work} />
        {taskId && canRelease && presence.reach !== "online" && (
          <>
            {" "}
            <ReleaseTask room={room} taskId={taskId} agent={member.name} />
          </>
        )}
      </p>
      {taskId && percent !== null && (
        <div className="agent-bar">
          <Bar percent={percent} label={taskId} />
        </div>
      )}
      {run}
    </li>
  );
}, isSameRow);

/** Members are rebuilt with every look at the room; most say the same as before. */
function isSameRow(before: AgentRowProps, after: AgentRowProps): boolean {
  const { member, ...rest } = after;
  return (
    Object.entries(rest).every(([name, value]) => before[name as keyof typeof rest] === value) &&
    replaceEqualDeep(before.member, member) === before.member
  );
}

function Reason({ reason, work }: Pick<PresenceOf, "reason" | "work">): ReactNode {
  const isPast = useIsPast();
  const at = "at" in reason ? reason.at : "sinceAt" in reason ? reason.sinceAt : 0;
  const since = useSince(at);
  const ago = useSince(at, { ago: true });
  const until = useUntil("offlineAt" in reason ? reason.offlineAt : 0);
  switch (reason.kind) {
    case "seen":
      return isPast ? "According to the log." : `Last call ${ago}.`;
    case "waiting_poll":
      if (work === "waiting_on_agent") return "Continues once the answer is here.";
      if (work === "waiting_on_human") return "Continues once you answer.";
      return work === "working" ? "Connected." : "Waiting for work.";
    case "quiet":
      return `No call for ${since}; offline ${until}.`;
    case "silent":
      return `No sign of life for ${since}.`;
    case "left":
      return `Left at ${clockOf(reason.at)}.`;
    default:
      return unreachable(reason);
  }
}

type ReleaseTaskProps = { room: string; taskId: string; agent: string };

/** For a silent agent: its task waits for another one now, without waiting for the lease to run out. */
function ReleaseTask({ room, taskId, agent }: ReleaseTaskProps): ReactNode {
  const release = useAct("putBackTask", {
    told: "toast",
    said: () => `${taskId} is back in the queue, with its progress.`,
  });
  return (
    <button
      type="button"
      className="agent-task"
      aria-label={say`Release ${taskId} of ${agent} now`}
      disabled={release.isBusy}
      onClick={() => void release.send({ params: { room, taskId }, body: {} })}
    >
      Release now
    </button>
  );
}
