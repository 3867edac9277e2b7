import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { useMe } from "../features/access/me.ts";
import { holderKey } from "../features/room/ball-words.ts";
import { clauseOf } from "../features/room/turn-words.ts";
import { openTask } from "../features/task/open-task.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { plainText } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { wordsOf } from "../words/words-of.ts";
import type { PaletteCommand } from "./commands.ts";
import { t } from "./words.ts";

/** Where one can go: pages, what `inRoom` has of the room that is open, rooms, and what is in that room. */
export function usePlaceCommands(
  room: string | null,
  cards: readonly RoomCard[],
  inRoom: readonly PaletteCommand[],
): PaletteCommand[] {
  const { text, t: say } = wordsOf("room");
  const navigate = useNavigate();
  const isAdmin = useMe().data?.admin === true;
  return [
    {
      id: "inbox",
      group: "go",
      icon: "inbox",
      title: t("palette.inbox"),
      effect: t("palette.inboxEffect"),
      keys: "g i",
      run: () => void navigate({ to: "/inbox" }),
    },
    {
      id: "rooms",
      group: "go",
      icon: "rooms",
      title: t("palette.rooms"),
      effect: t("palette.roomsEffect"),
      keys: "g r",
      run: () => void navigate({ to: "/rooms" }),
    },
    ...(isAdmin
      ? [
          {
            id: "settings",
            group: "go",
            icon: "settings",
            title: t("palette.settings"),
            effect: t("palette.settingsEffect"),
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
            title: t("palette.sessions", { room }),
            effect: t("palette.sessionsEffect"),
            run: () => void navigate({ to: "/rooms/$room/sessions", params: { room }, search: {} }),
          } as const,
          {
            id: "room-settings",
            group: "go",
            icon: "settings",
            title: t("palette.roomSettings", { room }),
            effect: t("palette.roomSettingsEffect"),
            run: () => void navigate({ to: "/rooms/$room/settings", params: { room }, search: {} }),
          } as const,
        ]
      : []),
    ...cards.map((card): PaletteCommand => {
      const holder = holderKey(card.ball);
      const clause = clauseOf(card.ball, roleTitle);
      return {
        id: `room-${card.roomId}`,
        group: "go",
        icon: "room",
        title: card.name,
        effect: `${holder ? say(holder) : (card.ball.name ?? "")} ${text(clause.key, clause.values)}`,
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
        title: t("palette.session", { session: id, title }),
        effect: t("palette.sessionEffect"),
        run: () =>
          void navigate({
            to: "/rooms/$room/sessions/$session",
            params: { room: room ?? "", session: String(id) },
          }),
      }),
    ),
  ];
}

/** Sessions of the room that is open and have not ended. */
function sessionsOf(room: string | null): readonly { id: number; title: string }[] {
  if (room === null) return [];
  return queryClient.getQueryData<RoomState>(["room", room])?.view.sessions.live ?? [];
}

/** Tasks of the room that is open; others are found in their rooms. */
function tasksOf(room: string | null): { id: string; title: string; state: string }[] {
  const view =
    room === null ? undefined : queryClient.getQueryData<RoomState>(["room", room])?.view;
  return view ? [...view.tasks, ...view.ended] : [];
}
