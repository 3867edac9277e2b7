import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { now } from "../../clock/now.ts";
import { may } from "../../live/allowed.ts";
import { call, explain, isRefused, newKey } from "../../live/api.ts";
import { isLive, untilLive, useConnection } from "../../live/connection.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { Problem } from "../../ui/problem.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { useMyName } from "../access/index.ts";
import { TeamPanel } from "../agent/index.ts";
import { Conversation, type FeedHandle } from "../log/index.ts";
import {
  Composer,
  type Outgoing,
  OutgoingRows,
  post,
  type Send,
  setDraft,
  settle,
  takeBack,
  useOutbox,
} from "../message/index.ts";
import {
  FailedCard,
  oldestFailed,
  openTask,
  TaskSheet,
  useOpenTask,
  WorkPanel,
} from "../task/index.ts";
import { MembersStrip } from "./members-strip.tsx";
import { MissedStrip } from "./missed-strip.tsx";
import { RoomHead } from "./room-head.tsx";
import "./room-workplace.css";

const Dialog = late(() => import("../../ui/dialog.tsx").then((module) => module.Dialog));

/** Everything but the conversation changes at most this often, ms: nobody reads a panel thirty times a second. */
const CALM_MS = 250;

/** Without a connection it waits for one; the key makes sure that it is said once. */
const send: Send = async (message) => {
  const { key, roomId, body, repliesTo } = message;
  try {
    return await call("sendMessage", {
      key,
      params: { room: roomId },
      body: { body, ...(repliesTo ? { repliesTo } : {}) },
    });
  } catch (error) {
    if (isRefused(error) || isLive()) throw error;
    await untilLive();
    return send(message);
  }
};

/** The room's three regions: conversation in the middle, team and work beside it, the composer below. */
export function RoomWorkplace({ room, state }: { room: string; state: RoomState }): ReactNode {
  const { t } = wordsOf("room");
  const { roomId, seq, name } = state.view;
  const calm = useCalm(state, CALM_MS);
  const names = useNames(calm);
  const feed = useRef<FeedHandle>(null);
  const [showsTeam, setShowsTeam] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const openId = useOpenTask();

  useEffect(() => preloadLater(Dialog, TaskSheet), []);
  useEffect(() => settle(roomId, seq), [roomId, seq]);

  const say = useCallback(
    (body: string, repliesTo: string | null, key?: string): void => {
      post(
        { key: key ?? newKey(), roomId, body, repliesTo, at: now() },
        send,
        (error) => explain(error).message,
      );
      requestAnimationFrame(() => feed.current?.toNewest());
    },
    [roomId],
  );
  const toNewest = useCallback(() => feed.current?.toNewest(), []);
  const toSeq = useCallback((at: number) => feed.current?.toSeq(at), []);

  if (state.isStopped) {
    return (
      <>
        <Top back title={name} />
        <Problem
          title={t("screen.stopped.title")}
          actions={
            <button
              type="button"
              className={buttonClass("primary")}
              onClick={() => location.reload()}
            >
              {t("screen.stopped.again")}
            </button>
          }
        >
          {t("screen.stopped.text")}
        </Problem>
      </>
    );
  }
  return (
    <>
      <RoomHead
        state={calm}
        names={names}
        showsFilters={showsFilters}
        onFilters={setShowsFilters}
        onDecide={toNewest}
      />
      <Strips state={calm} onTeam={setShowsTeam} onShow={toSeq} />
      <div className="roomgrid">
        <div className="conv">
          <Conversation
            room={room}
            state={state}
            names={names}
            tail={<Tail state={calm} names={names} onSay={say} />}
            handle={feed}
            showsFilters={showsFilters}
          />
          <Composing state={calm} names={names} onSend={say} />
        </div>
        <aside className="team-side" aria-label={t("screen.team")}>
          <Panels state={calm} names={names} />
        </aside>
      </div>
      {showsTeam && (
        <Dialog
          open
          onClose={() => setShowsTeam(false)}
          title={t("screen.teamAndWork")}
          side
          width={360}
        >
          <Panels state={calm} names={names} />
        </Dialog>
      )}
      {openId && (
        <TaskSheet
          taskId={openId}
          state={calm}
          names={names}
          canSteer={may(calm, "retryTask")}
          onClose={() => openTask(null)}
        />
      )}
    </>
  );
}

type Part = { state: RoomState; names: Names };

const Composing = memo(function Composing({
  state,
  names,
  onSend,
}: Part & { onSend: (body: string, repliesTo: string | null) => void }): ReactNode {
  return (
    <Composer state={state} names={names} canSend={may(state, "sendMessage")} onSend={onSend} />
  );
});

const Panels = memo(function Panels({ state, names }: Part): ReactNode {
  return (
    <>
      <TeamPanel state={state} names={names} canConnect={may(state, "createCredential")} />
      <WorkPanel state={state} names={names} />
    </>
  );
});

const Strips = memo(function Strips({
  state,
  onTeam,
  onShow,
}: {
  state: RoomState;
  onTeam: (open: boolean) => void;
  onShow: (seq: number) => void;
}): ReactNode {
  return (
    <>
      <MembersStrip state={state} onOpen={() => onTeam(true)} />
      <MissedStrip roomId={state.view.roomId} onShow={onShow} />
    </>
  );
});

/** Below the last event: the decision that waits, and what is on its way. */
const Tail = memo(function Tail({
  state,
  names,
  onSay,
}: Part & { onSay: (body: string, repliesTo: string | null, key?: string) => void }): ReactNode {
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
          <FailedCard
            task={failed}
            state={state}
            names={names}
            canSteer={may(state, "retryTask")}
          />
        </div>
      )}
      <OutgoingRows
        messages={outgoing}
        sender={me}
        isLive={isLive}
        onAgain={again}
        onDiscard={discard}
      />
    </>
  );
});
