import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate, useParams } from "@tanstack/react-router";
import { clauseOf, holderKey } from "../features/room/ball-words.ts";
import { roleTitle } from "../features/room/card-words.ts";
import { useStartDemo } from "../features/room/use-start-demo.ts";
import { openTask } from "../features/task/open-task.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { useRooms } from "../live/rooms.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import { questionLine } from "../words/plain-text.ts";
import { wordsOf } from "../words/words-of.ts";
import { type PaletteCommand, yours } from "./commands.ts";

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
    const subject = why.kind === "decision" ? why.subject : null;
    const task =
      why.kind === "task_failed"
        ? why.taskId
        : subject?.kind === "task"
          ? subject.taskId
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
            ? why.title
            : why.kind === "decision"
              ? why.question
              : "",
      run: toRoom(card),
    };
  });
  const doable: PaletteCommand[] = [
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
  ];
  const places: PaletteCommand[] = [
    {
      id: "rooms",
      group: "go",
      icon: "rooms",
      title: t("palette.rooms"),
      effect: t("palette.roomsEffect"),
      keys: "g r",
      run: () => void navigate({ to: "/rooms" }),
    },
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
        title: `${task.id} ${task.title}`,
        effect: task.state.replaceAll("_", " "),
        run: () => openTask(task.id),
      }),
    ),
  ];
  return { commands: [...mine, ...doable, ...places], room };
}

/** Tasks of the room that is open; others are found in their rooms. */
function tasksOf(room: string | null): { id: string; title: string; state: string }[] {
  const view =
    room === null ? undefined : queryClient.getQueryData<RoomState>(["room", room])?.view;
  return view ? [...Object.values(view.tasks), ...view.ended] : [];
}
