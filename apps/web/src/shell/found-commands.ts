import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { call } from "../live/api.ts";
import { plainText } from "../words/plain-text.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";

type Found = Reply<"search">["data"][number];
/** Pause in typing after which the server is asked, ms. */
const TYPED_MS = 150;
const TEXT_MIN = 2;

/** Tasks, items, sessions, decisions, runs and messages of all rooms that the person may see, found by the server. */
export function useFoundCommands(query: string): PaletteCommand[] {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(query.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const { data } = useQuery({
    queryKey: ["search", text],
    queryFn: ({ signal }) => call("search", { query: { text: text.slice(0, 100) }, signal }),
    enabled: text.length >= TEXT_MIN,
    gcTime: 0,
  });
  if (query.trim().length < TEXT_MIN) return [];
  const open = ({ kind, room: { name: room }, id }: Found): void => {
    const params = { room };
    if (kind === "task") void navigate({ to: "/rooms/$room/work", params, search: { task: id } });
    else if (kind === "item") void navigate({ to: "/rooms/$room/backlog", params, search: { item: Number(id) } });
    else if (kind === "run") void navigate({ to: "/rooms/$room/runs/$run", params: { room, run: id }, search: {} });
    else if (kind === "wisdom") void navigate({ to: "/rooms/$room/wisdom", params, search: { entry: Number(id) } });
    else if (kind === "message" || kind === "decision")
      void navigate({ to: "/rooms/$room", params, search: { at: Number(id) }, resetScroll: false });
    else
      void navigate({
        to: "/rooms/$room/sessions/$session",
        params: { room, session: id },
        search: {},
      });
  };
  return (data?.data ?? []).map((found): PaletteCommand => {
    const { kind, room, id, state } = found;
    const title = plainText(found.title);
    return {
      id: `found-${kind}-${room.id}-${id}`,
      group: "found",
      icon: kind,
      title:
        kind === "task"
          ? `${id} ${title}`
          : kind === "item"
            ? say`Item ${id}: ${title}`
            : kind === "session"
              ? say`Session ${id}: ${title}`
              : kind === "run"
                ? say`Run ${id}: ${title}`
                : title,
      effect:
        kind === "message" && state !== ""
          ? say`${state}, in ${room.name}`
          : kind === "wisdom"
            ? say`${state === "gave_way" ? "no longer in force" : state}, in ${room.name}`
            : say`in ${room.name}`,
      run: () => open(found),
    };
  });
}
