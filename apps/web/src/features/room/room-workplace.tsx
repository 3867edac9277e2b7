import { memo, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { explain, call, newKey } from "../../live/api.ts";
import { now } from "../../clock/now.ts";
import { useConnection } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWords } from "../../words/use-words.ts";
import { useMyName } from "../access/me.ts";
import { TeamPanel } from "../agent/team-panel.tsx";
import { Conversation } from "../log/conversation.tsx";
import type { FeedHandle } from "../log/feed-view.tsx";
import { type Names, useNames } from "../log/names.ts";
import { Composer } from "../message/composer.tsx";
import { setDraft } from "../message/draft.ts";
import { type Outgoing, post, type Send, settle, takeBack, useOutbox } from "../message/outbox.ts";
import { OutgoingRows } from "../message/outgoing-rows.tsx";
import { FailedCard } from "../task/failed-card.tsx";
import { openTask, useOpenTask } from "../task/open-task.ts";
import { TaskSheet } from "../task/task-sheet.tsx";
import { WorkPanel } from "../task/work-panel.tsx";
import { oldestFailed } from "../task/work.ts";
import { may } from "./allowed.ts";
import { MembersStrip } from "./members-strip.tsx";
import { MissedStrip } from "./missed-strip.tsx";
import { RoomHead } from "./room-head.tsx";
import "./room-workplace.css";

/** Everything but the conversation changes at most this often, ms: nobody reads a panel thirty times a second. */
const CALM_MS = 250;

const send: Send = ({ key, roomId, body, repliesTo }) =>
  call("sendMessage", { key, params: { room: roomId }, body: { body, ...(repliesTo ? { repliesTo } : {}) } });

/** The room's three regions: conversation in the middle, team and work beside it, the composer below. */
export function RoomWorkplace({ room, state }: { room: string; state: RoomState }): ReactNode {
  const { t } = useWords("room");
  const { roomId, seq, name } = state.view;
  const calm = useCalm(state, CALM_MS);
  const names = useNames(calm);
  const feed = useRef<FeedHandle>(null);
  const [showsTeam, setShowsTeam] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const openId = useOpenTask();

  useEffect(() => settle(roomId, seq), [roomId, seq]);

  const say = useCallback((body: string, repliesTo: string | null, key?: string): void => {
    post({ key: key ?? newKey(), roomId, body, repliesTo, at: now() }, send, (error) => explain(error).message);
    requestAnimationFrame(() => feed.current?.toNewest());
  }, [roomId]);
  const toNewest = useCallback(() => feed.current?.toNewest(), []);
  const toSeq = useCallback((at: number) => feed.current?.toSeq(at), []);

  if (state.isStopped) {
    return (
      <>
        <Top back title={name} />
        <Problem title={t("screen.stopped.title")} actions={<button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>{t("screen.stopped.again")}</button>}>
          {t("screen.stopped.text")}
        </Problem>
      </>
    );
  }
  return (
    <>
      <RoomHead state={calm} names={names} showsFilters={showsFilters} onFilters={setShowsFilters} onDecide={toNewest} />
      <Strips state={calm} onTeam={setShowsTeam} onShow={toSeq} />
      <div className="roomgrid">
        <div className="conv">
          <Conversation room={room} state={state} names={names} tail={<Tail state={calm} names={names} onSay={say} />} handle={feed} showsFilters={showsFilters} />
          <Composing state={calm} names={names} onSend={say} />
        </div>
        <aside className="team-side" aria-label={t("screen.team")}>
          <Panels state={calm} names={names} />
        </aside>
      </div>
      {showsTeam && (
        <Dialog open onClose={() => setShowsTeam(false)} title={t("screen.team")} side width={360}>
          <Panels state={calm} names={names} />
        </Dialog>
      )}
      {openId && <TaskSheet taskId={openId} state={calm} names={names} canSteer={may(calm, "retryTask")} onClose={() => openTask(null)} />}
    </>
  );
}

type Part = { state: RoomState; names: Names };

const Composing = memo(function Composing({ state, names, onSend }: Part & { onSend: (body: string, repliesTo: string | null) => void }): ReactNode {
  return <Composer state={state} names={names} canSend={may(state, "sendMessage")} onSend={onSend} />;
});

const Panels = memo(function Panels({ state, names }: Part): ReactNode {
  return (
    <>
      <TeamPanel state={state} names={names} canConnect={may(state, "createCredential")} />
      <WorkPanel state={state} names={names} />
    </>
  );
});

const Strips = memo(function Strips({ state, onTeam, onShow }: { state: RoomState; onTeam: (open: boolean) => void; onShow: (seq: number) => void }): ReactNode {
  return (
    <>
      <MembersStrip state={state} onOpen={() => onTeam(true)} />
      <MissedStrip roomId={state.view.roomId} onShow={onShow} />
    </>
  );
});

/** Below the last event: the decision that waits, and what is on its way. */
const Tail = memo(function Tail({ state, names, onSay }: Part & { onSay: (body: string, repliesTo: string | null, key?: string) => void }): ReactNode {
  const { roomId } = state.view;
  const isLive = useConnection().status.state === "live";
  const me = useMyName();
  const outgoing = useOutbox().filter((message) => message.roomId === roomId);
  const failed = oldestFailed(state.view);
  const again = (message: Outgoing): void => onSay(message.body, message.repliesTo, message.key);
  const discard = (message: Outgoing): void => {
    takeBack(message.key);
    setDraft(roomId, { text: message.body, repliesTo: message.repliesTo });
  };
  return (
    <>
      {failed && (
        <div className="feed-card">
          <FailedCard task={failed} state={state} names={names} canSteer={may(state, "retryTask")} />
        </div>
      )}
      <OutgoingRows messages={outgoing} sender={me} isLive={isLive} onAgain={again} onDiscard={discard} />
    </>
  );
});
