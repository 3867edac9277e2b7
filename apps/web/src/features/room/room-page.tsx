import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { AllowedHere } from "../../live/allowed.ts";
import { useRoom } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { setPreferences } from "../../preferences/preferences.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Problem } from "../../ui/problem.tsx";
import { preloadMarkdown } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { wordsOf } from "../../words/words-of.ts";

const { t } = wordsOf("room");

/** What stands in a room's page once its state is there. */
type Shown = (state: RoomState) => ReactNode;

/** A page of one room: waits for its state, and says so when there is none to show. */
export function RoomPage({ room, children }: { room: string; children: Shown }): ReactNode {
  const query = useRoom(room);
  useTitle(query.data?.view.name ?? room);
  const opened = query.data?.view.name;
  useEffect(() => {
    if (opened !== undefined) setPreferences({ lastRoom: opened });
  }, [opened]);
  useEffect(preloadMarkdown, []);

  const toRooms = (className: string) => (
    <Link to="/rooms" className={className}>
      {t("screen.missing.rooms")}
    </Link>
  );
  if (query.isPending) {
    return (
      <>
        <Top back title={room} />
        <SkeletonRows rows={10} />
      </>
    );
  }
  if (query.isError) {
    return (
      <>
        <Top back title={room} />
        <NotLoaded
          title={t("screen.failed")}
          error={query.error}
          again={query.refetch}
          missing={{
            title: t("screen.missing.title"),
            text: t("screen.missing.text"),
            codes: ["room_unknown", "not_found", "forbidden"],
          }}
          way={toRooms}
        />
      </>
    );
  }
  if (query.data.view.removedAt !== null) {
    return (
      <>
        <Top back title={query.data.view.name} />
        <Problem
          tone="warn"
          title={t("screen.gone.title")}
          actions={toRooms(buttonClass("primary"))}
        >
          {t("screen.gone.text")}
        </Problem>
      </>
    );
  }
  if (query.data.isStopped) {
    return (
      <>
        <Top back title={query.data.view.name} />
        <Problem
          title={t("screen.stopped.title")}
          actions={
            <button
              type="button"
              className={buttonClass("primary")}
              onClick={() => location.reload()}
            >
              {t("screen.stopped.again")}
            </button>
          }
        >
          {t("screen.stopped.text")}
        </Problem>
      </>
    );
  }
  return (
    <AllowedHere.Provider value={query.data.allowedActions}>
      {children(query.data)}
    </AllowedHere.Provider>
  );
}
