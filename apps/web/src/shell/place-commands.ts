import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { useMe } from "../features/access/me.ts";
import { holderOf } from "../features/room/ball-words.ts";
import { clauseOf } from "../features/room/turn-words.ts";
import { openTask } from "../features/task/open-task.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { plainText } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";

/** Destinations: pages, what `inRoom` has of the open room, rooms, and what is in the open room. */
export function usePlaceCommands(
  room: string | null,
  cards: readonly RoomCard[],
  inRoom: readonly PaletteCommand[],
): PaletteCommand[] {
  const navigate = useNavigate();
  const isAdmin = useMe().data?.admin === true;
  return [
    {
      id: "inbox",
      group: "go",
      icon: "inbox",
      title: "Inbox",
      effect: "what needs you",
      keys: "g i",
      run: () => void navigate({ to: "/inbox" }),
    },
    {
      id: "rooms",
      group: "go",
      icon: "rooms",
      title: "Rooms",
      effect: "all of them",
      keys: "g r",
      run: () => void navigate({ to: "/rooms" }),
    },
    ...(isAdmin
      ? [
          {
            id: "settings",
            group: "go",
            icon: "settings",
            title: "Settings",
            effect: "people on this server",
            run: () => void navigate({ to: "/settings" }),
          } as const,
        ]
      : []),
    ...inRoom,
    ...(room !== null
      ? [
          {
            id: "sessions",
            group: "go",
            icon: "task",
            title: say`Sessions of ${room}`,
            effect: "running, queued and ended",
            run: () => void navigate({ to: "/rooms/$room/sessions", params: { room }, search: {} }),
          } as const,
          {
            id: "room-settings",
            group: "go",
            icon: "settings",
            title: say`Settings of ${room}`,
            effect: "team, people, credentials, audit",
            run: () => void navigate({ to: "/rooms/$room/settings", params: { room }, search: {} }),
          } as const,
        ]
      : []),
    ...cards.map((card): PaletteCommand => {
      return {
        id: `room-${card.roomId}`,
        group: "go",
        icon: "room",
        title: card.name,
        effect: `${holderOf(card.ball)} ${clauseOf(card.ball, roleTitle)}`,
        run: () => void navigate({ to: "/rooms/$room", params: { room: card.name } }),
      };
    }),
    ...tasksOf(room).map(
      (task): PaletteCommand => ({
        id: `task-${task.id}`,
        group: "go",
        icon: "task",
        title: `${task.id} ${plainText(task.title)}`,
        effect: task.state.replaceAll("_", " "),
        run: () => openTask(task.id),
      }),
    ),
    ...sessionsOf(room).map(
      ({ id, title }): PaletteCommand => ({
        id: `session-${id}`,
        group: "go",
        icon: "task",
        title: say`Session ${id}: ${title}`,
        effect: "its progress, and what it asks",
        run: () =>
          void navigate({
            to: "/rooms/$room/sessions/$session",
            params: { room: room ?? "", session: String(id) },
          }),
      }),
    ),
  ];
}

/** Sessions of the open room that have not ended. */
function sessionsOf(room: string | null): readonly { id: number; title: string }[] {
  if (room === null) return [];
  return queryClient.getQueryData<RoomState>(["room", room])?.view.sessions.live ?? [];
}

/** Tasks of the open room; others are found in their rooms. */
function tasksOf(room: string | null): { id: string; title: string; state: string }[] {
  const view = room === null ? undefined : queryClient.getQueryData<RoomState>(["room", room])?.view;
  return view ? [...view.tasks, ...view.ended] : [];
}
