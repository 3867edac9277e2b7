import { counted } from "@squadroom/core/kernel/words";
import type { RoomCard } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Gauge, Inbox, LayoutGrid, Plug, Search, Settings } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { Since } from "../clock/time.tsx";
import { useMe } from "../features/access/me.ts";
import { compareBalls, holderOf, shortOf } from "../features/room/ball-words.ts";
import { useSettledOrder } from "../features/room/settled-order.ts";
import { useConnection } from "../live/connection.ts";
import { useNeedsYou, useWaiting } from "../live/inbox.ts";
import { useRooms } from "../live/rooms.ts";
import { useUnread } from "../live/unread.ts";
import { Ball } from "../ui/ball.tsx";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { ReachSign } from "../ui/presence.tsx";
import { roleTitle } from "../words/role-title.ts";
import { Brand } from "./brand.tsx";
import { PersonButton } from "./person-menu.tsx";

/** Destinations, and for every room who has the ball. */
export function SideRail({ onSearch, onKeys }: { onSearch: () => void; onKeys: () => void }): ReactNode {
  const cards = useRooms().data ?? [];
  const needsYou = useNeedsYou();
  const isAdmin = useMe().data?.admin === true;
  return (
    <nav className="side" aria-label="Main">
      <div className="side-top">
        <Brand />
        <PersonButton />
      </div>
      <button type="button" className="find" onClick={onSearch}>
        <Icon of={Search} size="s" />
        <span>Search or run</span>
        <Kbd keys="Mod+k" />
      </button>
      <div className="nav">
        <Link to="/inbox" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon of={Inbox} />
          Inbox
          {needsYou > 0 && (
            <span className="num needs" title={`${counted(needsYou, "thing needs", "things need")} you`}>
              {needsYou.toLocaleString("en")}
            </span>
          )}
        </Link>
        <Link to="/rooms" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon of={LayoutGrid} />
          Rooms
          {cards.length > 0 && <span className="num">{cards.length.toLocaleString("en")}</span>}
        </Link>
        <Link to="/overview" activeOptions={{ includeSearch: false }}>
          <Icon of={Gauge} />
          Overview
        </Link>
        <Link to="/connect" activeOptions={{ includeSearch: false }}>
          <Icon of={Plug} />
          Connect an agent
        </Link>
        {isAdmin && (
          <Link to="/settings">
            <Icon of={Settings} />
            Settings
          </Link>
        )}
      </div>
      <h2>Who has the ball</h2>
      <Holds cards={cards} />
      <div className="foot">
        <LiveSign />
        <button type="button" onClick={onKeys} aria-label="Show all keys">
          <span aria-hidden="true">? for keys</span>
        </button>
      </div>
    </nav>
  );
}

function Holds({ cards }: { cards: readonly RoomCard[] }): ReactNode {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const waiting = useWaiting();
  const unread = useUnread();
  const ordered = useSettledOrder(
    cards,
    (card) => card.roomId,
    (a, b) => compareBalls(a.ball, b.ball) || a.name.localeCompare(b.name),
    box,
  );
  if (ordered.length === 0) return <p className="side-none">No rooms yet</p>;
  return (
    <div className="holds" ref={setBox}>
      {ordered.map((card) => (
        <Hold key={card.roomId} card={card} waiting={waiting[card.roomId] ?? 0} unread={unread[card.roomId] ?? 0} />
      ))}
    </div>
  );
}

const Hold = memo(function Hold({
  card,
  waiting,
  unread,
}: {
  card: RoomCard;
  /** How many things the inbox has for this room. */
  waiting: number;
  /** Messages since the person last looked there. */
  unread: number;
}): ReactNode {
  const { ball } = card;
  const why = shortOf(ball, roleTitle);
  // The accent means the person who looks: somebody else may have to act where they may not.
  const isYou = ball.holder === "you" && waiting > 0;
  return (
    <Link to="/rooms/$room" params={{ room: card.name }} title={why} activeOptions={{ includeSearch: false }}>
      <span className="hold-name">
        <span className="ell">{card.name}</span>
        {unread > 0 && (
          <span className="hold-new" title={`${unread} new ${unread === 1 ? "message" : "messages"}`}>
            <span className="sr">{`${unread} new ${unread === 1 ? "message" : "messages"}`}</span>
          </span>
        )}
        {waiting > 0 && (
          <span className="num needs" title={`${counted(waiting, "thing needs", "things need")} you`}>
            {waiting.toLocaleString("en")}
          </span>
        )}
      </span>
      <span className={clsx("hold-line", isYou && "mine")}>
        <Ball of={ball.holder === "you" && !isYou ? "nobody" : ball.holder} />
        <span className="ell">
          <em>{ball.holder === "you" && !isYou ? "A person" : holderOf(ball)}</em> · {why}
        </span>
        {ball.sinceAt !== null && <Since at={ball.sinceAt} short />}
      </span>
    </Link>
  );
});

function LiveSign(): ReactNode {
  const { status, trouble } = useConnection();
  const { state } = status;
  if (state === "live" && !trouble) {
    return (
      <>
        <ReachSign of="online" />
        <span>Live</span>
      </>
    );
  }
  return (
    <>
      <ReachSign of={state === "connecting" ? "unstable" : "offline"} />
      <span>{state === "connecting" ? "Connecting" : "Not live"}</span>
    </>
  );
}
