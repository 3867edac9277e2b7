import { BUDGET_LIMITS, limitOf, reachedLimits, usedText } from "@squadroom/core/budget/budget";
import type { Session } from "@squadroom/core/session/record/session";
import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ExportSession } from "../interchange/index.ts";
import { costSoFar, usageFacts } from "../usage/index.ts";
import { steer } from "./send.ts";
import { actsOf, SessionActs } from "./session-acts.tsx";
import { SessionTabs } from "./session-tabs.tsx";
import { decisionsOf } from "./standing.ts";
import { ACT, ENDED, ENDED_TONES } from "./words.ts";

const LIVE: Record<Session["state"], string> = { queued: "Queued", running: "Under way", paused: "Paused" };

/** The current place, the session's title, and what a lead may do with it. */
export function SessionHead({
  state,
  session,
  id = session?.id,
  title,
  end,
}: {
  state: RoomState;
  session: Session | undefined;
  /** For an ended one; left out: there is none. */
  id?: number | undefined;
  title: string;
  /** How it ended. */
  end?: keyof typeof ENDED | undefined;
}): ReactNode {
  const room = state.view.name;
  const isAsked = session !== undefined && decisionsOf(state.view, session.id).length > 0;
  const acts = session ? actsOf(session, state) : [];
  const first = acts.find((act): act is "pause" | "resume" => act === "pause" || act === "resume");
  return (
    <>
      <CrumbTop room={room} all="sessions" allTitle="Sessions" back="All sessions" title={title}>
        {session && (isAsked ? <Tag tone="wait">Needs a person</Tag> : <Tag>{stateText(session)}</Tag>)}
        {end && <Tag tone={ENDED_TONES[end]}>{ENDED[end]}</Tag>}
        {session && <Cost session={session} />}
        {id !== undefined && <ExportSession room={room} id={id} />}
        {session && first && (
          <Button kind="ghost" aria-label={ACT[first]} onClick={() => steer(room, session.id, first)}>
            <Icon of={first === "pause" ? Pause : Play} size="s" />
            <span className="top-word">{ACT[first]}</span>
          </Button>
        )}
        {session && (
          <SessionActs room={room} session={session} state={state} leave={first === undefined ? [] : [first]} />
        )}
      </CrumbTop>
      {id !== undefined && <SessionTabs state={state} id={id} at="session" />}
    </>
  );
}

function stateText({ state, isParked }: Session): string {
  return state === "paused" && isParked ? "Parked" : LIVE[state];
}

/** What it has cost so far, against its budget if it has one; the tokens behind it at a second look. */
function Cost({ session }: { session: Session }): ReactNode {
  const { budget, usage } = session;
  const limits = budget ? BUDGET_LIMITS.filter((limit) => limitOf(budget, limit) !== null) : [];
  const cost = limits.includes("costUsd") ? null : costSoFar(usage);
  const texts = [...(cost ? [cost] : []), ...limits.map((limit) => usedText(session, limit))];
  if (texts.length === 0) return null;
  const isClose = reachedLimits(session).length > 0 || (budget?.warned.length ?? 0) > 0;
  return (
    <span className={isClose ? "small se-cost c-warn" : "small se-cost muted"} title={usageFacts(usage).join(", ")}>
      {texts.join(" · ")}
    </span>
  );
}
