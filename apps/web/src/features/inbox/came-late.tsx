import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { t } from "./words.ts";

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
            {t("place.room")}
          </Link>
        )
      }
    >
      {t("cameLate")}
    </Note>
  );
}
