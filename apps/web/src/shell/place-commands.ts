import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { useMe } from "../features/access/me.ts";
import { holderOf } from "../features/room/ball-words.ts";
import { clauseOf } from "../features/room/turn-words.ts";
import { openTask } from "../features/task/open-task.ts";
import { may } from "../live/allowed.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { plainText } from "../words/plain-text.ts";
import { roleTitle } from "../words/role-title.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";
import { PAGES, SECTIONS } from "./pages.ts";

type Page = (typeof PAGES)[number];

/** What an address has to be told. */
const paramsOf = (to: string): string[] => [...to.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name);

type Place = Readonly<Record<string, string>>;

/** Pages, those of the open room and session first; then rooms, and what is in the open room. */
export function usePlaceCommands(place: Place, cards: readonly RoomCard[]): PaletteCommand[] {
  const navigate = useNavigate();
  const isAdmin = useMe().data?.admin === true;
  const { room = null } = place;
  const state = room === null ? undefined : queryClient.getQueryData<RoomState>(["room", room]);
  const open = ({ to, title, effect, words, ...page }: Page): PaletteCommand[] =>
    ("isForAdmins" in page && !isAdmin) || paramsOf(to).some((param) => !(param in place))
      ? []
      : [
          {
            id: `page-${to}`,
            group: "go",
            icon: to === "/inbox" ? "inbox" : to === "/rooms" ? "rooms" : "page",
            title:
              "tab" in page ? say`${title} of ${to.includes("$session") ? `session ${place.session}` : room}` : title,
            effect,
            words: "tab" in page ? `${page.tab} ${words}` : words,
            keys: "keys" in page ? page.keys : undefined,
            run: () => void navigate({ to, params: place, search: {} } as never),
          },
        ];
  return [
    ...PAGES.flatMap(open),
    ...SECTIONS.filter(({ needs }) => state && may(state, needs)).map(
      ({ section, title, words, ...more }): PaletteCommand => ({
        id: `section-${section}`,
        group: "go",
        icon: "settings",
        title: say`${"alone" in more ? more.alone : title} of ${room}`,
        effect: "in the room's settings",
        words,
        run: () => void navigate({ to: "/rooms/$room/settings", params: { room: room ?? "" }, search: { section } }),
      }),
    ),
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
