import { Link } from "@tanstack/react-router";
import { ListFilter, Plug } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ballOf, chainOf } from "@squadroom/core/room/ball";
import { now } from "../../clock/now.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { useConnection } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useWords } from "../../words/use-words.ts";
import { useMyName } from "../access/me.ts";
import { TeamPanel } from "../agent/team-panel.tsx";
import { Conversation } from "../log/conversation.tsx";
import type { FeedHandle } from "../log/feed-view.tsx";
import { useNames } from "../log/names.ts";
import { Composer } from "../message/composer.tsx";
import { setDraft } from "../message/draft.ts";
import { type Outgoing, post, type Send, settle, takeBack, useOutbox } from "../message/outbox.ts";
import { OutgoingRows } from "../message/outgoing-rows.tsx";
import { FailedCard } from "../task/failed-card.tsx";
import { openTask, useOpenTask } from "../task/open-task.ts";
import { TaskSheet } from "../task/task-sheet.tsx";
import { WorkPanel } from "../task/work-panel.tsx";
import { may } from "./allowed.ts";
import { BallLine } from "./ball-line.tsx";
import { MembersStrip } from "./members-strip.tsx";
import { MissedStrip } from "./missed-strip.tsx";
import { RoomMenu } from "./room-menu.tsx";
import "./room-workplace.css";

const send: Send = ({ key, roomId, body, repliesTo }) =>
  call("sendMessage", { key, params: { room: roomId }, body: { body, ...(repliesTo ? { repliesTo } : {}) } });

/** The room's three regions: conversation in the middle, team and work beside it, the composer below. */
export function RoomWorkplace({ room, state }: { room: string; state: RoomState }): ReactNode {
  const { t } = useWords("room");
  const { view } = state;
  const names = useNames(state);
  const feed = useRef<FeedHandle>(null);
  const [showsTeam, setShowsTeam] = useState(false);
  const [showsFilters, setShowsFilters] = useState(false);
  const openId = useOpenTask();
  const isLive = useConnection().status.state === "live";
  const me = useMyName();
  const outgoing = useOutbox().filter((message) => message.roomId === view.roomId);
  const ball = useMemo(() => ballOf(view), [view]);
  const chain = useMemo(() => chainOf(view), [view]);
  const failed = view.tasks[(ball.why.kind === "task_failed" ? ball.why.taskId : "") as keyof typeof view.tasks];
  const canSteer = may(state, "retryTask");
  const canConnect = may(state, "createCredential");

  useEffect(() => settle(view.roomId, view.seq), [view.roomId, view.seq]);

  const say = (message: Pick<Outgoing, "body" | "repliesTo"> & { key?: string }): void => {
    post({ key: message.key ?? newKey(), roomId: view.roomId, body: message.body, repliesTo: message.repliesTo, at: now() }, send, (error) => explain(error).message);
    requestAnimationFrame(() => feed.current?.toNewest());
  };
  const takeBackToDraft = (message: Outgoing): void => {
    takeBack(message.key);
    setDraft(view.roomId, { text: message.body, repliesTo: message.repliesTo });
  };
  const panels = (
    <>
      <TeamPanel state={state} names={names} canConnect={canConnect} />
      <WorkPanel state={state} names={names} />
    </>
  );
  const tail = (
    <>
      {failed && <div className="feed-card"><FailedCard task={failed} state={state} names={names} canSteer={canSteer} /></div>}
      <OutgoingRows messages={outgoing} sender={me} isLive={isLive} onAgain={say} onDiscard={takeBackToDraft} />
    </>
  );

  if (state.isStopped) {
    return (
      <>
        <Top back title={view.name} />
        <Problem title={t("screen.stopped.title")} actions={<button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>{t("screen.stopped.again")}</button>}>
          {t("screen.stopped.text")}
        </Problem>
      </>
    );
  }
  return (
    <>
      <Top
        back
        title={view.name}
        beside={
          <>
            <Tag tone="line" className="wide">{view.team?.preset}</Tag>
            {view.demo && <Tag tone="line">{t("screen.demo")}</Tag>}
          </>
        }
      >
        {canConnect && (
          <Link to="/connect" search={{ room: view.name }} className={`${buttonClass("ghost")} wide`}>
            <Icon of={Plug} size="s" />
            {t("screen.connect")}
          </Link>
        )}
        <IconButton icon={ListFilter} label={t("screen.filters")} className="narrow" aria-pressed={showsFilters} onClick={() => setShowsFilters(!showsFilters)} />
        <RoomMenu state={state} canConnect={canConnect} />
      </Top>
      <BallLine ball={ball} chain={chain?.chain ?? []} note={chain?.note ?? ""} roleTitle={names.role} room={view.name} canConnect={canConnect} onDecide={() => feed.current?.toNewest()} />
      <MembersStrip state={state} onOpen={() => setShowsTeam(true)} />
      <MissedStrip roomId={view.roomId} onShow={(seq) => feed.current?.toSeq(seq)} />
      <div className="roomgrid">
        <div className="conv">
          <Conversation room={room} state={state} names={names} tail={tail} handle={feed} showsFilters={showsFilters} />
          <Composer state={state} names={names} canSend={may(state, "sendMessage")} onSend={(body, repliesTo) => say({ body, repliesTo })} />
        </div>
        <aside className="team-side" aria-label={t("screen.team")}>
          {panels}
        </aside>
      </div>
      {showsTeam && (
        <Dialog open onClose={() => setShowsTeam(false)} title={t("screen.team")} side width={360}>
          {panels}
        </Dialog>
      )}
      {openId && <TaskSheet taskId={openId} state={state} names={names} canSteer={canSteer} onClose={() => openTask(null)} />}
    </>
  );
}
