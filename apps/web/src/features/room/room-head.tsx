import { isAskedMeanwhile } from "@squadroom/core/decision/decision";
import { ballOf, chainOf } from "@squadroom/core/room/ball";
import { pipelineCards } from "@squadroom/core/session/pipeline/card";
import { presetText } from "@squadroom/core/team/preset-text";
import { Link } from "@tanstack/react-router";
import { Ellipsis, History, ListFilter, Plug } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { late } from "../../ui/late.tsx";
import { Tag } from "../../ui/tag.tsx";
import { withTitles } from "../../words/role-title.ts";
import { WebhookStrip } from "../webhook/index.ts";
import { BallLine } from "./ball-line.tsx";
import { PipeLines } from "./pipe-strip.tsx";
import type { RoomMenuProps } from "./room-menu-panel.tsx";
import { RoomTabs } from "./room-tabs.tsx";

const RoomMenuPanel = late(() => import("./room-menu-panel.tsx").then((module) => module.RoomMenuPanel));

/** What is rarely done with a room; on a phone also the pages for which its head has no room. */
const RoomMenu = memo(function RoomMenu(props: RoomMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label="More"
        className={props.canRemove || props.canHook ? undefined : "narrow"}
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

const MODE = {
  clearing: "clearing the backlog",
  paused: "clearing paused",
};

const MODE_SHORT = {
  clearing: "clearing",
  paused: "paused",
};

type RoomHeadProps = {
  state: RoomState;
  names: Names;
  /** The conversation's filters, which are in the head on a phone. */
  filters?: { areShown: boolean; onShow: (show: boolean) => void };
  /** Leads to what waits for the person; without it, the ball line leads to the conversation. */
  onDecide?: () => void;
};

function modeOf({ workflowMode, paused }: RoomState["view"]["backlog"]) {
  if (workflowMode === "normal") return "normal";
  return paused ? "paused" : "clearing";
}

/** The session about which a person is asked while it continues. */
function meanwhileOf(decisions: RoomState["view"]["decisions"]): number | null {
  const asked = Object.values(decisions).find(isAskedMeanwhile);
  return asked?.subject.kind === "session" ? asked.subject.sessionId : null;
}

/** The room's name, and below it who has the ball, why, and what comes next. */
export const RoomHead = memo(function RoomHead({ state, names, filters, onDecide }: RoomHeadProps): ReactNode {
  const { view } = state;
  const chain = chainOf(view);
  const ball = ballOf(view);
  const canConnect = may(state, "createCredential");
  const mode = modeOf(view.backlog);
  const tone = view.backlog.paused ? "wait" : "line";
  const now = useNow(30_000);
  const beside = (
    <>
      <span className="top-tags wide gives-way">
        <Tag tone="line">{view.team && presetText(view.team)}</Tag>
        {mode === "normal" && <Tag tone={tone}>normal mode</Tag>}
      </span>
      {mode !== "normal" && (
        <>
          <Tag tone={tone} className="wide">
            {MODE[mode]}
          </Tag>
          <Tag tone={tone} className="narrow">
            {MODE_SHORT[mode]}
          </Tag>
        </>
      )}
      {view.demo && <Tag tone="line">demo</Tag>}
      <RoomTabs room={view.name} />
    </>
  );
  return (
    <>
      <Top back title={view.name} beside={beside}>
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
        <RoomMenu
          name={view.name}
          roomId={view.roomId}
          demo={view.demo}
          canConnect={canConnect}
          canRemove={may(state, "removeRoom")}
          canHook={may(state, "createWebhook")}
        />
      </Top>
      {may(state, "createWebhook") && <WebhookStrip room={view.roomId} name={view.name} />}
      <BallLine
        ball={ball}
        meanwhile={ball.holder === "you" ? null : meanwhileOf(view.decisions)}
        chain={chain?.chain ?? []}
        note={withTitles(chain?.note ?? "", view.team?.roles)}
        roleTitle={names.role}
        room={view.name}
        canConnect={canConnect}
        isAsked={may(state, "sendMessage")}
        canDecide={may(state, "retryTask")}
        onDecide={onDecide}
      />
      <PipeLines room={view.name} cards={pipelineCards(view, now)} />
    </>
  );
});
