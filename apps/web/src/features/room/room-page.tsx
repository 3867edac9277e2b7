import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { AllowedHere } from "../../live/allowed.ts";
import { explain, isRefused } from "../../live/api.ts";
import { useRoom } from "../../live/room.ts";
import type { RoomState } from "../../live/room-state.ts";
import { setPreferences } from "../../preferences/preferences.ts";
import { Top } from "../../shell/top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { preloadMarkdown } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { wordsOf } from "../../words/words-of.ts";

/** What stands in a room's page once its state is there. */
type Shown = (state: RoomState) => ReactNode;

/** A page of one room: waits for its state, and says so when there is none to show. */
export function RoomPage({ room, children }: { room: string; children: Shown }): ReactNode {
  const { t } = wordsOf("room");
  const query = useRoom(room);
  useTitle(query.data?.view.name ?? room);
  const opened = query.data?.view.name;
  useEffect(() => {
    if (opened !== undefined) setPreferences({ lastRoom: opened });
  }, [opened]);
  useEffect(preloadMarkdown, []);

  const allRooms = (
    <Link to="/rooms" className={buttonClass("primary")}>
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
    const { message, code } = explain(query.error);
    const missing = isRefused(query.error, "room_unknown", "not_found", "forbidden");
    return (
      <>
        <Top back title={room} />
        {missing ? (
          <Problem tone="warn" title={t("screen.missing.title")} actions={allRooms} code={code}>
            {t("screen.missing.text")}
          </Problem>
        ) : (
          <Problem
            title={t("screen.failed.title")}
            code={code}
            actions={
              <>
                <Button kind="primary" onClick={() => void query.refetch()}>
                  {t("screen.failed.again")}
                </Button>
                {allRooms}
              </>
            }
          >
            {message}
          </Problem>
        )}
      </>
    );
  }
  if (query.data.view.removedAt !== null) {
    return (
      <>
        <Top back title={query.data.view.name} />
        <Problem tone="warn" title={t("screen.gone.title")} actions={allRooms}>
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
