import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

/** Who came by a link for what waits no more, or not for them, is told so; first all that waits is looked through. */
export function CameLate({
  room,
  fetchMore,
}: {
  room: string | undefined;
  /** `null`: all of it is there. */
  fetchMore: (() => Promise<unknown>) | null;
  /** It couldn't be fetched. */
  onClose: () => void;
}): ReactNode {
  const hasMore = fetchMore !== null;
  useEffect(() => {
    if (fetchMore) void fetchMore();
  });
  if (hasMore) return null;
  return (
    <Note
      action={
        room && (
          <Link to="/rooms/$room" params={{ room }} className={buttonClass()}>
            Open the room
          </Link>
        )
      }
    >
      What your link leads to isn't waiting for you: somebody answered it, it is no longer asked, or you may not answer
      in its room.
    </Note>
  );
}
