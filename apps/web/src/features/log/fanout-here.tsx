import type { RoomEvent } from "@squadroom/core/kernel/event";
import { type ReactNode, Suspense } from "react";
import type { Names } from "../../live/names.ts";
import { useRoomHere } from "../../live/room-here.ts";
import { pieceOf } from "../../ui/piece.tsx";

/** Loaded with the first request to several agents. */
const FanoutCard = pieceOf(() => import("../fanout/index.ts").then(({ FanoutCard }) => FanoutCard));

/** The fan-out that this event began, in its present state, for as long as the room keeps it. */
export function FanoutHere({ event, names }: { event: RoomEvent; names: Names }): ReactNode {
  const state = useRoomHere();
  const fanout = state?.view.fanouts.all.find(({ id, messageId, openedAt }) =>
    event.type === "fanout.opened"
      ? id === event.data.fanoutId
      : event.type === "message.sent" && messageId === event.data.message.id && openedAt === event.at,
  );
  if (!state || !fanout) return null;
  return (
    <Suspense>
      <FanoutCard fanout={fanout} state={state} names={names} />
    </Suspense>
  );
}
