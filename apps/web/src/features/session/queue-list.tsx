import type { Session } from "@squadroom/core/session/record/session";
import { GripVertical, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { doAct } from "../../act/do-act.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useRowDrag } from "./row-drag.ts";
import { SessionActs } from "./session-acts.tsx";
import { TitleLink } from "./title-link.tsx";

/** What waits, in the order in which it will start; a lead moves it by pointer, finger or keys. */
export function QueueList({
  queue,
  state,
  onEdit,
}: {
  queue: readonly Session[];
  state: RoomState;
  onEdit: (id: number) => void;
}): ReactNode {
  const [said, setSaid] = useState("");
  const room = state.view.name;
  const canMove = may(state, "moveSession");
  const move = (id: number, place: number): void => {
    const at = queue.findIndex((session) => session.id === id);
    const other = queue[place];
    if (at < 0 || !other || other.id === id) return;
    const to = place > at ? { after: other.id } : { before: other.id };
    void doAct("moveSession", { params: { room, sessionId: String(id) }, body: { to } });
    setSaid(`Session ${id} is now at place ${place + 1}.`);
  };
  const { over, grip } = useRowDrag(queue.length, (from, to) => {
    const dragged = queue[from];
    if (dragged) move(dragged.id, to);
  });
  return (
    <>
      <p className="sr" role="status">
        {said}
      </p>
      <ol>
        {queue.map((session, place) => (
          <li
            key={session.id}
            className="rec-row ss-row ss-queued"
            data-row={place}
            data-over={over(place) ?? undefined}
          >
            {canMove ? (
              <button
                {...grip(place)}
                type="button"
                className="ss-grip"
                title="Drag, or press the up and down keys"
                aria-label={`Session ${session.id}, place ${place + 1} of ${queue.length}`}
              >
                <Icon of={GripVertical} size="s" />
              </button>
            ) : (
              <span />
            )}
            <span className="ss-place muted">{place + 1}</span>
            <div className="rec-what">
              <TitleLink room={room} session={session} />
              <span className="small muted dots">
                <span>{session.createdBy.name}</span>
                {session.splitOf !== null && <span>{`split off session ${session.splitOf}`}</span>}
                {session.itemId !== null && <span>{`from item ${session.itemId}`}</span>}
              </span>
            </div>
            <Since at={session.createdAt} short className="small muted ss-age" />
            <span className="row ss-row-acts">
              {may(state, "editSession") && (
                <IconButton icon={Pencil} label={`Edit: ${session.title}`} onClick={() => onEdit(session.id)} />
              )}
              <SessionActs room={room} session={session} state={state} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
