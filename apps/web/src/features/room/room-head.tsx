import { isAskedMeanwhile } from "@squadroom/core/decision/decision";
import { ballOf, chainOf } from "@squadroom/core/room/ball";
import { pipelineCards } from "@squadroom/core/session/pipeline/card";
import { presetText } from "@squadroom/core/team/preset-text";
import { Link } from "@tanstack/react-router";
import { Ellipsis, History, ListFilter, Plug, Users } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { PageParts } from "../../shell/page-parts.tsx";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { late } from "../../ui/late.tsx";
import { Tag } from "../../ui/tag.tsx";
import { withTitles } from "../../words/role-title.ts";
import { WebhookStrip } from "../webhook/index.ts";
import { BallLine } from "./ball-line.tsx";
import { DemoNext } from "./demo-story.tsx";
import { PipeLines } from "./pipe-strip.tsx";
import type { RoomMenuProps } from "./room-menu-panel.tsx";
import "./room-head.css";

const RoomMenuPanel = late(() => import("./room-menu-panel.tsx").then((module) => module.RoomMenuPanel));

/** What kind of room it is, and what is rarely done with it. */
const RoomMenu = memo(function RoomMenu(props: RoomMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label="More"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={RoomMenuPanel.preload}
        onFocus={RoomMenuPanel.preload}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor && <RoomMenuPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
});

type RoomHeadProps = {
  state: RoomState;
  names: Names;
  /** The conversation's filters, which are in the head on a phone. */
  filters?: { areShown: boolean; onShow: (show: boolean) => void };
  /** In the conversation: leads to what waits for the person, and to the team where there is no room beside it. */
  conversation?: { onDecide: () => void; onTeam: () => void };
};

/** The session about which a person is asked while it continues. */
function meanwhileOf(decisions: RoomState["view"]["decisions"]): number | null {
  const asked = Object.values(decisions).find(isAskedMeanwhile);
  return asked?.subject.kind === "session" ? asked.subject.sessionId : null;
}

/** The room's name and tabs. Below them in the conversation: who has the ball, why, and what comes next. */
export const RoomHead = memo(function RoomHead({ state, names, filters, conversation }: RoomHeadProps): ReactNode {
  const { view } = state;
  const chain = chainOf(view);
  const ball = ballOf(view);
  const canConnect = may(state, "createCredential");
  const { workflowMode, paused } = view.backlog;
  const line = {
    ball,
    meanwhile: ball.holder === "you" ? null : meanwhileOf(view.decisions),
    roleTitle: names.role,
    room: view.name,
    canConnect,
    isAsked: may(state, "sendMessage"),
    canDecide: may(state, "retryTask"),
    onDecide: conversation?.onDecide,
  };
  return (
    <>
      <Top
        room={view.name}
        title={view.name}
        beside={
          <>
            {view.demo && (
              <Tag tone="line" className="wide">
                demo
              </Tag>
            )}
            {view.paused && <Tag tone="wait">paused</Tag>}
            {workflowMode !== "normal" && (
              <Tag tone={paused ? "wait" : "line"}>{paused ? "backlog paused" : "in order"}</Tag>
            )}
            {!conversation && <BallLine {...line} isShort />}
          </>
        }
      >
        {canConnect && (
          <Link to="/connect" search={{ room: view.name }} className={`${buttonClass("ghost")} wide gives-way`}>
            <Icon of={Plug} size="s" />
            Connect an agent
          </Link>
        )}
        <Link
          to="/rooms/$room/replay"
          params={{ room: view.name }}
          search={{}}
          className={`${buttonClass("ghost")} wide`}
        >
          <Icon of={History} size="s" />
          Replay
        </Link>
        {filters && (
          <IconButton
            icon={ListFilter}
            label="Filter and find"
            className="narrow"
            aria-pressed={filters.areShown}
            onClick={() => filters.onShow(!filters.areShown)}
          />
        )}
        {conversation && (
          <IconButton icon={Users} label="Team and work" className="narrow" onClick={conversation.onTeam} />
        )}
        <RoomMenu
          name={view.name}
          roomId={view.roomId}
          team={view.team && presetText(view.team)}
          demo={view.demo}
          canConnect={canConnect}
          canRemove={may(state, "removeRoom")}
          canHook={may(state, "createWebhook")}
          canExport={may(state, "exportRecords")}
        />
      </Top>
      {may(state, "createWebhook") && <WebhookStrip room={view.roomId} name={view.name} />}
      {conversation ? (
        <div className="room-strip">
          <BallLine {...line} chain={chain?.chain ?? []} note={withTitles(chain?.note ?? "", view.team?.roles)} />
          <Pipelines state={state} />
          {view.demo && <DemoNext state={state} />}
        </div>
      ) : (
        <PageParts room={view.name} />
      )}
    </>
  );
});

function Pipelines({ state: { view } }: { state: RoomState }): ReactNode {
  return <PipeLines room={view.name} cards={pipelineCards(view, useNow(30_000))} />;
}
