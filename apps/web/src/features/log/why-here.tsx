import type { EventOf } from "@squadroom/core/kernel/event";
import { type ReactNode, Suspense, useState } from "react";
import type { Names } from "../../live/names.ts";
import { useRoomHere } from "../../live/room-here.ts";
import { pieceOf } from "../../ui/piece.tsx";

/** Loaded when somebody first asks why. */
const RouteFix = pieceOf(() => import("./route-fix.tsx").then(({ RouteFix }) => RouteFix));

/** Why a message was routed as it was, and who should have got it, beside the message itself. */
export function WhyHere({
  event,
  names,
  children,
}: {
  event: EventOf<"message.sent">;
  names: Names;
  /** Where it went. */
  children: ReactNode;
}): ReactNode {
  const state = useRoomHere();
  const [isOpen, setOpen] = useState(false);
  const { route } = event.data;
  if (!route || !state) return children;
  return (
    <>
      <div className="ev-why">
        {children}
        <button type="button" className="ev-show" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Why
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <RouteFix event={event} decision={route} state={state} names={names} />
        </Suspense>
      )}
    </>
  );
}
