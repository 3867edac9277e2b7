import "./palette-words.ts";
import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMe } from "../features/access/me.ts";
import { holderKey } from "../features/room/ball-words.ts";
import { roleTitle } from "../features/room/card-words.ts";
import { clauseOf } from "../features/room/turn-words.ts";
import { useStartDemo } from "../features/room/use-start-demo.ts";
import { openTask } from "../features/task/open-task.ts";
import { call, explain, queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { useRooms } from "../live/rooms.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import { toast } from "../ui/toasts.ts";
import { plainText, questionLine } from "../words/plain-text.ts";
import { wordsOf } from "../words/words-of.ts";
import { type PaletteCommand, yours } from "./commands.ts";
import { useRoomCommands } from "./room-commands.ts";
import "../features/room/words.ts";

const THEMES: readonly Preferences["theme"][] = ["light", "dark", "system"];

/** All lines of the palette, for the place one is at. */
export function useCommands(onKeys: () => void): {
  commands: PaletteCommand[];
  room: string | null;
} {
  const { t } = wordsOf("shell");
  const { text, t: say } = wordsOf("room");
  const navigate = useNavigate();
  const room = (useParams({ strict: false }) as { room?: string }).room ?? null;
  const cards = useRooms().data ?? [];
  const { theme, singleKeys, roomsAs } = usePreferences();
  const { start } = useStartDemo();
  const isAdmin = useMe().data?.admin === true;
  const toRoom = (card: RoomCard) => (): void =>
    void navigate({ to: "/rooms/$room", params: { room: card.name } });

  const mine = yours(cards).map((card): PaletteCommand => {
    const { why } = card.ball;
    if (why.kind === "role_missing") {
      const title = t("palette.connect", { role: roleTitle(why.role), room: card.name });
      return {
        id: `you-${card.roomId}`,
        group: "yours",
        icon: "you",
        title,
        effect: say("card.alert.missing", { role: roleTitle(why.role), count: why.waiting }),
        run: () => void navigate({ to: "/connect", search: { room: card.name, role: why.role } }),
      };
    }
    if (why.kind === "clearing_paused") {
      return {
        id: `you-${card.roomId}`,
        group: "yours",
        icon: "you",
        title: t("palette.clearing", { room: card.name }),
        effect: t("palette.clearingEffect", { items: why.items.join(", ") }),
        run: () => void navigate({ to: "/rooms/$room/backlog", params: { room: card.name } }),
      };
    }
    const subject = why.kind === "decision" ? why.subject : null;
    const task =
      why.kind === "task_failed"
        ? why.taskId
        : subject?.kind === "task"
          ? subject.taskId
          : subject?.kind === "session"
            ? subject.title
            : subject
              ? roleTitle(subject.role)
              : "";
    const title =
      why.kind === "question"
        ? t("palette.answer", { from: why.from, room: card.name })
        : t("palette.decide", { task, room: card.name });
    return {
      id: `you-${card.roomId}`,
      group: "yours",
      icon: "you",
      title,
      effect:
        why.kind === "question"
          ? questionLine(why.text)
          : why.kind === "task_failed"
            ? plainText(why.title)
            : why.kind === "decision"
              ? plainText(why.question)
              : "",
      run:
        subject?.kind === "session"
          ? () =>
              void navigate({
                to: "/rooms/$room/sessions/$session",
                params: { room: card.name, session: String(subject.sessionId) },
              })
          : toRoom(card),
    };
  });
  const inRoom = useRoomCommands(room);
  const signOut = (): void =>
    void call("signOut")
      .then(() => {
        queryClient.clear();
        void navigate({ to: "/sign-in" });
      })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  const doable: PaletteCommand[] = [
    ...inRoom.filter(({ group }) => group === "do"),
    ...(isAdmin
      ? [
          {
            id: "invite",
            group: "do",
            icon: "plus",
            title: t("palette.invite"),
            effect: t("palette.inviteEffect"),
            run: () => void navigate({ to: "/settings", search: { invite: true } }),
          } as const,
        ]
      : []),
    {
      id: "new",
      group: "do",
      icon: "plus",
      title: t("palette.newRoom"),
      effect: t("palette.newRoomEffect"),
      run: () => void navigate({ to: "/rooms", search: { new: true } }),
    },
    {
      id: "connect",
      group: "do",
      icon: "plug",
      title: t("palette.connectAgent"),
      effect: t("palette.connectEffect"),
      run: () => void navigate({ to: "/connect", search: room ? { room } : {} }),
    },
    {
      id: "demo",
      group: "do",
      icon: "play",
      title: t("palette.demo"),
      effect: t("palette.demoEffect"),
      run: start,
    },
    ...THEMES.filter((value) => value !== theme).map(
      (value): PaletteCommand => ({
        id: `theme-${value}`,
        group: "do",
        icon: "theme",
        title: t(`palette.theme.${value}`),
        effect: t("palette.themeEffect"),
        run: () => setPreferences({ theme: value }),
      }),
    ),
    {
      id: "single",
      group: "do",
      icon: "keys",
      title: singleKeys ? t("palette.keysOff") : t("palette.keysOn"),
      effect: t("palette.keysEffect"),
      run: () => setPreferences({ singleKeys: !singleKeys }),
    },
    {
      id: "layout",
      group: "do",
      icon: "layout",
      title: roomsAs === "grid" ? t("palette.list") : t("palette.grid"),
      effect: t("palette.themeEffect"),
      run: () => setPreferences({ roomsAs: roomsAs === "grid" ? "list" : "grid" }),
    },
    {
      id: "keys",
      group: "do",
      icon: "keys",
      title: t("palette.showKeys"),
      effect: "",
      keys: "?",
      run: onKeys,
    },
    {
      id: "sign-out",
      group: "do",
      icon: "out",
      title: t("palette.signOut"),
      effect: t("palette.signOutEffect"),
      run: signOut,
    },
  ];
  const places: PaletteCommand[] = [
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
    ...inRoom.filter(({ group }) => group === "go"),
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
        run: toRoom(card),
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
  return { commands: [...mine, ...doable, ...places], room };
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
