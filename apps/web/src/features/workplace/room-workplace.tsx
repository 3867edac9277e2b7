import { compareDecisions } from "@squadroom/core/decision/decision";
import type { Member } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { now } from "../../clock/now.ts";
import { may } from "../../live/allowed.ts";
import { newKey } from "../../live/api.ts";
import { useConnection } from "../../live/connection.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useLook } from "../../live/unread.ts";
import { useCalm } from "../../live/use-calm.ts";
import { buttonClass } from "../../ui/button.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { useMyId, useMyName } from "../access/index.ts";
import { TeamPanel } from "../agent/index.ts";
import { BranchesPanel } from "../branch/index.ts";
import { DecisionCard } from "../decision/index.ts";
import { ErrorsPanel } from "../error/index.ts";
import { Conversation, type FeedHandle, useSought } from "../log/index.ts";
import {
  Composer,
  OpenMessages,
  type Outgoing,
  OutgoingRows,
  QueueList,
  saidBy,
  sendMessage,
  setDraft,
  settle,
  takeBack,
  unshown,
  useOutbox,
  type Words,
} from "../message/index.ts";
import { DemoStory, MembersStrip, RoomHead } from "../room/index.ts";
import { MessageModel, radarOf, TeamRunLine, teamRunOf } from "../run/index.ts";
import { RunHere } from "../runner/index.ts";
import { OpenTaskSheet, openTask, WorkPanel } from "../task/index.ts";
import { TodayPanel } from "../usage/index.ts";
import { MissedStrip } from "./missed-strip.tsx";

const Dialog = late(() => import("../../ui/dialog.tsx").then((module) => module.Dialog));

/** Everything except the conversation changes at most this often, ms: nobody reads a panel thirty times a second. */
const CALM_MS = 250;
/** Most decisions below the conversation; the inbox has them all. */
const DECISIONS_SHOWN = 3;

/** The room's three regions: conversation in the middle, team and work beside it, the composer below. */
export function RoomWorkplace({ room, state }: { room: string; state: RoomState }): ReactNode {
  const { roomId, seq } = state.view;
  const calm = useCalm(state, CALM_MS);
  const names = useNames(calm);
  const feed = useRef<FeedHandle>(null);
  const [showsTeam, setShowsTeam] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const goesTo = useSought(room, seq);

  useEffect(() => preloadLater(Dialog), []);
  useEffect(() => settle(roomId, seq), [roomId, seq]);
  const looked = useLook(roomId, seq);
  // From the very state that the conversation shows: none is seen twice, even for a moment.
  const outgoing = useUnshown(state);

  const say = useCallback(
    (words: Words, key?: string): void => {
      sendMessage({ ...words, key: key ?? newKey(), roomId, at: now() });
      requestAnimationFrame(() => feed.current?.toNewest());
    },
    [roomId],
  );
  const conversation = useMemo(
    () => ({ onDecide: () => feed.current?.toNewest(), onTeam: () => setShowsTeam(true) }),
    [],
  );
  const toSeq = useCallback((at: number) => feed.current?.toSeq(at), []);

  return (
    <>
      <RoomHead
        state={calm}
        names={names}
        filters={{ areShown: showsFilters, onShow: setShowsFilters }}
        conversation={conversation}
      />
      <Strips state={calm} onTeam={conversation.onTeam} onShow={toSeq} />
      <div className="roomgrid">
        <div className="conv">
          <Conversation
            room={room}
            state={state}
            names={names}
            tail={<Tail state={calm} names={names} outgoing={outgoing} onSay={say} />}
            handle={feed}
            showsFilters={showsFilters}
            goesTo={goesTo}
            looked={looked}
          />
          <Composing state={calm} names={names} onSend={say} />
        </div>
        <aside className="team-side" aria-label="Team">
          <Panels state={calm} names={names} />
        </aside>
        <OpenTaskSheet state={calm} names={names} />
      </div>
      {showsTeam && (
        <Dialog onClose={() => setShowsTeam(false)} title="Team and work" side width={360}>
          <Panels state={calm} names={names} />
        </Dialog>
      )}
    </>
  );
}

type Part = { state: RoomState; names: Names };

function hasOpenMessages({ view: { openMessages } }: RoomState): boolean {
  return openMessages.open.length + openMessages.threads.length > 0;
}

const Composing = memo(function Composing({
  state,
  names,
  onSend,
}: Part & { onSend: (words: Words) => void }): ReactNode {
  return (
    <Composer
      state={state}
      names={names}
      canSend={may(state, "sendMessage")}
      onSend={onSend}
      more={
        Object.keys(state.view.runs.runners).length > 0 && (
          <Suspense>
            <MessageModel view={state.view} />
          </Suspense>
        )
      }
    />
  );
});

const Panels = memo(function Panels({ state, names }: Part): ReactNode {
  return (
    <>
      {state.view.demo && <DemoStory state={state} />}
      <TeamPanel
        state={state}
        names={names}
        canConnect={may(state, "createCredential")}
        canRelease={may(state, "putBackTask")}
        runOf={(member) => <MemberRun member={member} state={state} names={names} />}
      />
      {hasOpenMessages(state) && (
        <Suspense fallback={null}>
          <OpenMessages state={state} names={names} />
        </Suspense>
      )}
      {Object.keys(state.view.branches).length > 0 && (
        <Suspense fallback={null}>
          <BranchesPanel state={state} />
        </Suspense>
      )}
      {state.view.errors.number > 0 && (
        <Suspense fallback={null}>
          <ErrorsPanel state={state} />
        </Suspense>
      )}
      <TodayPanel state={state} />
      <WorkPanel
        state={state}
        names={names}
        queue={
          <QueueList
            state={state}
            names={names}
            myId={useMyId()}
            canKeep={may(state, "editMessage")}
            isLead={may(state, "cancelTask")}
            onOpen={openTask}
          />
        }
      />
    </>
  );
});

function MemberRun({ member, state, names }: Part & { member: Member }): ReactNode {
  const of = teamRunOf(state.view, member);
  if (!of) return null;
  return (
    <Suspense fallback={null}>
      <TeamRunLine
        of={of}
        title={names.role(member.role)}
        radar={radarOf(state)}
        canOrder={may(state, "orderRun")}
        canStart={may(state, "startRun")}
      />
    </Suspense>
  );
}

const Strips = memo(function Strips({
  state,
  onTeam,
  onShow,
}: {
  state: RoomState;
  onTeam: () => void;
  onShow: (seq: number) => void;
}): ReactNode {
  return (
    <>
      <MembersStrip state={state} onOpen={onTeam} />
      <MissedStrip roomId={state.view.roomId} onShow={onShow} />
    </>
  );
});

const NOTHING: readonly Outgoing[] = [];

/** What is on its way in this room, without what its log already shows. */
function useUnshown({ view, feed: { items } }: RoomState): readonly Outgoing[] {
  const myId = useMyId();
  const own = useOutbox().filter(({ roomId }) => roomId === view.roomId);
  return own.length === 0 ? NOTHING : unshown(own, saidBy(myId, items));
}

function wordsIn({ body, repliesTo, interrupt, model, files }: Outgoing): Words {
  return { body, repliesTo, interrupt, ...(model ? { model } : {}), files };
}

/** Nobody has ever been there, and no machine would start anybody: how agents join is what the person needs first. */
function isEmpty({ view }: RoomState): boolean {
  const { agents, runs } = view;
  return Object.keys(agents).length === 0 && Object.keys(runs.runners).length === 0;
}

/** Below the last event: the waiting decisions, and what is on its way. */
const Tail = memo(function Tail({
  state,
  names,
  outgoing,
  onSay,
}: Part & {
  outgoing: readonly Outgoing[];
  onSay: (words: Words, key?: string) => void;
}): ReactNode {
  const { roomId } = state.view;
  const { status, trouble } = useConnection();
  const isLive = status.state === "live" && trouble === null;
  const me = useMyName();
  const decisions = Object.values(state.view.decisions).sort(compareDecisions);
  const shown = decisions.slice(0, DECISIONS_SHOWN);
  const again = (message: Outgoing): void => onSay(wordsIn(message), message.key);
  const discard = (message: Outgoing): void => {
    takeBack(message.key);
    const { body, ...rest } = wordsIn(message);
    setDraft(roomId, { ...rest, text: body });
  };
  return (
    <>
      {isEmpty(state) && (
        <div className="feed-card">
          <Suspense fallback={null}>
            <RunHere state={state} names={names} />
          </Suspense>
        </div>
      )}
      {shown.map((decision) => (
        <div key={decision.id} className="feed-card" data-asks>
          <DecisionCard
            room={roomId}
            roomName={state.view.name}
            decision={decision}
            canAnswer={may(state, "answerDecision")}
          />
        </div>
      ))}
      {decisions.length > shown.length && (
        <p className="feed-card" data-asks>
          <Link to="/inbox" className={buttonClass()}>
            {`${decisions.length - shown.length} more ${decisions.length - shown.length === 1 ? "decision" : "decisions"} in the inbox`}
          </Link>
        </p>
      )}
      <OutgoingRows messages={outgoing} sender={me} isLive={isLive} onAgain={again} onDiscard={discard} />
    </>
  );
});
