import type { RoomCard as Card } from "@squadroom/core/room/card";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import { Link } from "@tanstack/react-router";
import { LayoutGrid, List, Plus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { doAct } from "../../act/do-act.ts";
import { useKeys } from "../../keys/keys.ts";
import { useListSteps } from "../../keys/use-list-steps.ts";
import { useWaiting } from "../../live/inbox.ts";
import { forgetRoom, useRooms } from "../../live/rooms.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { setPreferences, usePreferences } from "../../preferences/preferences.ts";
import { Top } from "../../shell/top.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late, preloadLater } from "../../ui/late.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonCards } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { todayText, useUsageByRoom } from "../usage/index.ts";
import { compareBalls } from "./ball-words.ts";
import { FirstPage } from "./first-page.tsx";
import { RoomCard } from "./room-card.tsx";
import { RoomRows } from "./room-rows.tsx";
import { useSettledOrder } from "./settled-order.ts";

const CreateRoomDialog = late(() => import("./create-room-dialog.tsx").then((module) => module.CreateRoomDialog));

/** All rooms: who has the ball, why, and what comes next, without opening one. */
export function RoomsScreen({ creates, onCreate }: { creates: boolean; onCreate: (open: boolean) => void }): ReactNode {
  const query = useRooms();
  const [box, setBox] = useListSteps("Next room", "Previous room");
  const { roomsAs } = usePreferences();
  // Cards of 25 rooms would fill eight screens of a phone.
  const isNarrow = useNarrow();
  useTitle("Rooms");
  useEffect(() => preloadLater(CreateRoomDialog), []);
  const cards = useSettledOrder(
    query.data ?? [],
    (card) => card.roomId,
    (a, b) => compareBalls(a.ball, b.ball) || a.name.localeCompare(b.name),
    box,
  );
  const byRoom = useUsageByRoom();
  const usedIn = (roomId: string): string | undefined => {
    const usage = byRoom?.get(roomId);
    return usage && todayText(usage);
  };
  const waiting = useWaiting();
  const mine = cards.filter((card) => (waiting[card.roomId] ?? 0) > 0).length;

  useKeys([{ keys: "n", group: "anywhere", label: "New room", run: () => onCreate(true) }]);
  const dialog = creates && <CreateRoomDialog onClose={() => onCreate(false)} />;

  if (query.isPending) {
    return (
      <>
        <Top title="Rooms" />
        <SkeletonCards />
      </>
    );
  }
  if (query.isError) {
    return (
      <>
        <Top title="Rooms" />
        <Unreachable error={query.error} onAgain={() => void query.refetch()} />
      </>
    );
  }
  if (cards.length === 0) {
    return (
      <>
        <FirstPage onCreate={() => onCreate(true)} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <Top
        title="Rooms"
        beside={
          <p className="muted ell wide">
            {mine > 0 ? `${mine} of ${cards.length} rooms ${mine === 1 ? "needs" : "need"} you.` : "Nothing needs you."}
          </p>
        }
      >
        <span className="wide">
          <Segments
            label="Show as"
            value={roomsAs}
            onChange={(value) => setPreferences({ roomsAs: value })}
            options={[
              { value: "grid", label: "Grid", icon: <Icon of={LayoutGrid} size="s" /> },
              { value: "list", label: "List", icon: <Icon of={List} size="s" /> },
            ]}
          />
        </span>
        <Link to="/overview" className={`${buttonClass("ghost")} narrow`}>
          Overview
        </Link>
        <Button onClick={() => onCreate(true)}>
          <Icon of={Plus} size="s" />
          New room
        </Button>
      </Top>
      <div ref={setBox}>
        {roomsAs === "list" || isNarrow ? (
          <RoomRows cards={cards} today={usedIn} onRemoveDemo={removeDemo} />
        ) : (
          <>
            <ul className="rg">
              {cards.map((card) => (
                <RoomCard
                  key={card.roomId}
                  card={card}
                  today={byRoom ? todayText(byRoom.get(card.roomId) ?? NO_USAGE) : null}
                  onRemoveDemo={removeDemo}
                />
              ))}
            </ul>
            <p className="small muted wide rg-legend">
              Bars: events per minute, last hour. Blue: an agent is working now.
            </p>
          </>
        )}
      </div>
      {dialog}
    </>
  );
}

/** One click: a demo is as easily made again as removed. */
function removeDemo({ roomId, name }: Card): void {
  void doAct(
    "removeRoom",
    { params: { room: roomId } },
    { said: () => say`Removed the demo room ${name}.`, onDone: () => forgetRoom(roomId) },
  );
}
