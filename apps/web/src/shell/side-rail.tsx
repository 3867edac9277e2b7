import type { RoomCard } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Inbox, LayoutGrid, Plug, Search, Settings } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { Since } from "../clock/time.tsx";
import { useMe } from "../features/access/me.ts";
import { compareBalls, holderKey, shortOf } from "../features/room/ball-words.ts";
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
import { wordsOf } from "../words/words-of.ts";
import { Brand } from "./brand.tsx";
import { PersonButton } from "./person-menu.tsx";
import { t } from "./words.ts";

const room = wordsOf("room");

/** Where one can go, and for every room who has the ball. */
export function SideRail({
  onSearch,
  onKeys,
}: {
  onSearch: () => void;
  onKeys: () => void;
}): ReactNode {
  const cards = useRooms().data ?? [];
  const needsYou = useNeedsYou();
  const isAdmin = useMe().data?.admin === true;
  return (
    <nav className="side" aria-label={t("main")}>
      <div className="side-top">
        <Brand />
        <PersonButton />
      </div>
      <button type="button" className="find" onClick={onSearch}>
        <Icon of={Search} size="s" />
        <span>{t("search")}</span>
        <Kbd keys="Mod+k" />
      </button>
      <div className="nav">
        <Link to="/inbox" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon of={Inbox} />
          {t("inbox")}
          {needsYou > 0 && (
            <span className="num needs" title={t("needsYou", { count: needsYou })}>
              {needsYou.toLocaleString("en")}
            </span>
          )}
        </Link>
        <Link to="/rooms" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon of={LayoutGrid} />
          {t("rooms")}
          {cards.length > 0 && <span className="num">{cards.length.toLocaleString("en")}</span>}
        </Link>
        <Link to="/connect" activeOptions={{ includeSearch: false }}>
          <Icon of={Plug} />
          {t("connect")}
        </Link>
        {isAdmin && (
          <Link to="/settings">
            <Icon of={Settings} />
            {t("settings")}
          </Link>
        )}
      </div>
      <h2>{t("holds")}</h2>
      <Holds cards={cards} />
      <div className="foot">
        <LiveSign />
        <button type="button" onClick={onKeys} aria-label={t("keysLong")}>
          <span aria-hidden="true">? {t("keys")}</span>
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
  if (ordered.length === 0) return <p className="side-none">{t("noRooms")}</p>;
  return (
    <div className="holds" ref={setBox}>
      {ordered.map((card) => (
        <Hold
          key={card.roomId}
          card={card}
          waiting={waiting[card.roomId] ?? 0}
          unread={unread[card.roomId] ?? 0}
        />
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
  /** How many things the inbox has of this room. */
  waiting: number;
  /** Messages since one looked there. */
  unread: number;
}): ReactNode {
  const { ball } = card;
  const short = shortOf(ball, roleTitle);
  const holder = holderKey(ball);
  const why = room.text(short.key, short.values);
  // The accent means the person who looks: somebody else may have to act where they may not.
  const isYou = ball.holder === "you" && waiting > 0;
  return (
    <Link
      to="/rooms/$room"
      params={{ room: card.name }}
      title={why}
      activeOptions={{ includeSearch: false }}
    >
      <span className="hold-name">
        <span className="ell">{card.name}</span>
        {unread > 0 && (
          <span className="hold-new" title={t("unread", { count: unread })}>
            <span className="sr">{t("unread", { count: unread })}</span>
          </span>
        )}
        {waiting > 0 && (
          <span className="num needs" title={t("needsYou", { count: waiting })}>
            {waiting.toLocaleString("en")}
          </span>
        )}
      </span>
      <span className={clsx("hold-line", isYou && "mine")}>
        <Ball of={ball.holder === "you" && !isYou ? "nobody" : ball.holder} />
        <span className="ell">
          <em>
            {ball.holder === "you" && !isYou
              ? room.t("ball.person")
              : holder
                ? room.t(holder)
                : ball.name}
          </em>{" "}
          · {why}
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
        <span>{t("live")}</span>
      </>
    );
  }
  return (
    <>
      <ReachSign of={state === "connecting" ? "unstable" : "offline"} />
      <span>{state === "connecting" ? t("connecting") : t("notLive")}</span>
    </>
  );
}
