import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

/** Tells a person who came by a link that it no longer waits, or not for them; all pages are searched first. */
export function CameLate({
  room,
  fetchMore,
}: {
  room: string | undefined;
  /** `null`: everything is loaded. */
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
