import type { RoomView } from "@squadroom/core/log/view";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { Group, TitleLink } from "./group.tsx";
import type { EndedRow } from "./send.ts";

const PAGE = 100;
const CALM_MS = 300;

/** Ended sessions, the latest first: pages of the tables, asked for anew when one ends. */
function useEndedSessions(room: string, view: RoomView, text: string) {
  const { number, ended } = view.sessions;
  const query = useInfiniteQuery({
    queryKey: ["room", room, "sessions", "ended", text],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      call("listSessions", {
        params: { room },
        query: { before: pageParam ?? number + 1, limit: PAGE, ...(text ? { text } : {}) },
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const mark = ended[0] ? `${ended[0].id} ${ended[0].at}` : "";
  const seen = useRef(mark);
  const { refetch } = query;
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    void refetch();
  }, [mark, refetch]);
  return query;
}

export function EndedList({ room, view }: { room: string; view: RoomView }): ReactNode {
  const { t } = wordsOf("session");
  const [text, setText] = useState("");
  const wanted = useCalm(text.trim(), CALM_MS);
  const query = useEndedSessions(room, view, wanted);
  const rows = (query.data?.pages ?? []).flatMap(({ sessions }) => sessions);
  if (rows.length === 0 && text === "" && !query.isError) return null;
  return (
    <Group name="ended" count={null}>
      <input
        type="search"
        className="field ss-find"
        placeholder={t("find")}
        aria-label={t("find")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {rows.length === 0 && !query.isFetching && <p className="ss-none muted">{t("noneFound")}</p>}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} room={room} row={row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="ss-more">
          <Button onClick={() => void query.fetchNextPage()}>
            {t(query.isFetching ? "loading" : "more")}
          </Button>
        </p>
      )}
    </Group>
  );
}

function Row({ room, row }: { room: string; row: EndedRow }): ReactNode {
  const { t } = wordsOf("session");
  const end = row.status as "completed" | "failed" | "stopped";
  const tone = { completed: "c-ok", failed: "c-bad", stopped: "muted" }[end];
  return (
    <li className="ss-row ss-ended">
      <div className="ss-what">
        <TitleLink room={room} session={row} />
        <span className="small muted dots">
          <span className={tone}>{t(`ended.${end}`)}</span>
          {end !== "completed" && <span>{t(`steps.${row.step}`)}</span>}
          {row.endReason && <span className="ell">{row.endReason}</span>}
        </span>
      </div>
      {row.endedAt !== null && <Since at={row.endedAt} short className="small muted ss-age" />}
    </li>
  );
}
