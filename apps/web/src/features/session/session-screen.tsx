import { findSession } from "@squadroom/core/flow/sessions";
import type { Session } from "@squadroom/core/session/record/session";
import { MessagesSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { NotThere } from "../../ui/not-there.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { OpenTaskSheet } from "../task/index.ts";
import { CheckpointRail } from "./checkpoint-rail.tsx";
import { EndedSession } from "./ended-session.tsx";
import { viewOf } from "./flow-view.tsx";
import { SessionHead } from "./session-head.tsx";
import { EarlierBatches } from "./session-record.tsx";
import { SidePanel, tabsOf } from "./side-panel.tsx";
import { decisionsOf, standingOf } from "./standing.ts";
import type { StepProps } from "./step-props.ts";
import { useAnswers } from "./use-answers.ts";
import { type SessionWhole, useSession } from "./use-session.ts";
import type { ENDED } from "./words.ts";
import "../../ui/field.css";
import "./sessions.css";
import "./session.css";
import "./session-steps.css";
import "./step-triage.css";
import "./session-panel.css";

const Dialog = late(() => import("../../ui/dialog.tsx").then((module) => module.Dialog));
const CALM_MS = 60;

/** One session: where it is, what is asked, and what was said on the way. */
export function SessionScreen({ state: current, id }: { state: RoomState; id: number }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const session = findSession(view.sessions, id);
  const query = useSession(view.name, id, session);
  const title = plainText(session?.title ?? query.data?.row.title ?? `Session ${id}`);
  useTitle(title);
  if (!session && query.isError)
    return (
      <>
        <SessionHead state={state} session={undefined} title={title} />
        <NotThere
          area="session"
          room={state.view.name}
          list="/rooms/$room/sessions"
          error={query.error}
          again={query.refetch}
        />
      </>
    );
  const { EndedSteps } = viewOf(query.data?.session ?? null);
  // It ended a moment ago, and what was fetched before does not know.
  const whole = !session && query.data?.row.endedAt === null ? undefined : query.data;
  return (
    <>
      <SessionHead state={state} session={session} id={id} title={title} end={session ? undefined : endOf(whole)} />
      {session ? (
        <Live state={state} session={session} names={names} whole={whole} />
      ) : whole ? (
        <>
          {EndedSteps && whole.session && <EndedSteps state={state} session={whole.session} />}
          <div className="se-grid">
            <section className="se-work" aria-label="Work of this session">
              <EndedSession
                state={state}
                names={names}
                whole={whole}
                progress={view.sessions.ended.find((one) => one.id === id)?.progress}
              />
            </section>
            <EndedAside room={view.name} whole={whole} />
            <OpenTaskSheet state={state} names={names} />
          </div>
        </>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  );
}

function endOf(whole: SessionWhole | undefined): keyof typeof ENDED | undefined {
  const { status } = whole?.row ?? {};
  return status === "completed" || status === "failed" || status === "stopped" ? status : undefined;
}

function Live({
  state,
  session,
  names,
  whole,
}: {
  state: RoomState;
  session: Session;
  names: Names;
  whole: SessionWhole | undefined;
}): ReactNode {
  const { name, roomId } = state.view;
  const answers = useAnswers(roomId);
  const [showsPanel, setShowsPanel] = useState(false);
  const standing = standingOf(state.view, session);
  const { Steps, Body } = viewOf(session);
  const props: StepProps = { state, session, names, answers, whole };
  const asked = may(state, "answerDecision")
    ? decisionsOf(state.view, session.id).find(({ kind }) => kind !== "scope")
    : undefined;
  const hasPanel = tabsOf(whole, asked).length > 0;
  const panel = (
    <SidePanel
      room={name}
      whole={whole}
      scout={session.proposals.scout}
      asked={asked}
      answers={answers}
      earlier={whole && <EarlierBatches state={state} whole={whole} session={session} names={names} />}
      below={asked?.kind === "batch_checkpoint" && <CheckpointRail state={state} session={session} />}
    />
  );
  return (
    <>
      <Steps state={state} session={session} names={names} />
      <div className="se-grid">
        <section className="se-work" aria-label="Work of this session" data-step={session.step}>
          {hasPanel && (
            <p className="se-open-panel">
              <Button kind="ghost" onClick={() => setShowsPanel(true)}>
                <Icon of={MessagesSquare} size="s" />
                Conversation
              </Button>
            </p>
          )}
          <Body standing={standing} {...props} />
          {standing.kind === "asks" && !may(state, "answerDecision") && (
            <p className="answerbar muted">Only approvers of this room can answer.</p>
          )}
        </section>
        {hasPanel && (
          <aside className="se-side" aria-label="Conversation, versions and scout">
            {panel}
          </aside>
        )}
        <OpenTaskSheet state={state} names={names} />
      </div>
      {showsPanel && hasPanel && (
        <Dialog onClose={() => setShowsPanel(false)} title="Conversation" side width={400}>
          <div className="se-side-in">{panel}</div>
        </Dialog>
      )}
    </>
  );
}

function EndedAside({ room, whole }: { room: string; whole: SessionWhole }): ReactNode {
  const answers = useAnswers(room);
  if (tabsOf(whole, undefined).length === 0) return null;
  return (
    <aside className="se-side" aria-label="Conversation, versions and scout">
      <SidePanel room={room} whole={whole} scout={whole.session?.proposals.scout} asked={undefined} answers={answers} />
    </aside>
  );
}
