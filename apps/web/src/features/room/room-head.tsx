import { ballOf, chainOf } from "@squadroom/core/room/ball";
import { Link } from "@tanstack/react-router";
import { ListFilter, Plug } from "lucide-react";
import { memo, type ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Top } from "../../shell/top.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { BallLine } from "./ball-line.tsx";
import { RoomMenu } from "./room-menu.tsx";

type RoomHeadProps = {
  state: RoomState;
  names: Names;
  showsFilters: boolean;
  onFilters: (show: boolean) => void;
  onDecide: () => void;
};

/** The room's name, and under it who has the ball, why, and what comes next. */
export const RoomHead = memo(function RoomHead({
  state,
  names,
  showsFilters,
  onFilters,
  onDecide,
}: RoomHeadProps): ReactNode {
  const { t } = wordsOf("room");
  const { view } = state;
  const chain = chainOf(view);
  const canConnect = may(state, "createCredential");
  const beside = (
    <>
      <Tag tone="line" className="wide">
        {view.team?.preset}
      </Tag>
      {view.demo && <Tag tone="line">{t("screen.demo")}</Tag>}
    </>
  );
  return (
    <>
      <Top back title={view.name} beside={beside}>
        {canConnect && (
          <Link
            to="/connect"
            search={{ room: view.name }}
            className={`${buttonClass("ghost")} wide`}
          >
            <Icon of={Plug} size="s" />
            {t("screen.connect")}
          </Link>
        )}
        <IconButton
          icon={ListFilter}
          label={t("screen.filters")}
          className="narrow"
          aria-pressed={showsFilters}
          onClick={() => onFilters(!showsFilters)}
        />
        <RoomMenu
          name={view.name}
          roomId={view.roomId}
          demo={view.demo}
          canConnect={canConnect}
          canRemove={may(state, "removeRoom")}
        />
      </Top>
      <BallLine
        ball={ballOf(view)}
        chain={chain?.chain ?? []}
        note={chain?.note ?? ""}
        roleTitle={names.role}
        room={view.name}
        canConnect={canConnect}
        canDecide={may(state, "retryTask")}
        onDecide={onDecide}
      />
    </>
  );
});
