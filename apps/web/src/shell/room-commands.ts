import { useNavigate } from "@tanstack/react-router";
import { doAct } from "../act/do-act.ts";
import { newTask } from "../features/task/new-task.ts";
import { may } from "../live/allowed.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";

const PALETTE_PAGE = {
  conversation: (room) => say`Conversation of ${room}`,
  work: (room) => say`Work of ${room}`,
  backlog: (room) => say`Backlog of ${room}`,
  wisdom: (room) => say`Wisdom of ${room}`,
  replay: (room) => say`Replay of ${room}`,
} satisfies Record<string, (room: string) => string>;

const PALETTE_PAGE_EFFECT = {
  conversation: "what people and agents say and do",
  work: "tasks that need you, in progress, ready, blocked",
  backlog: "items, in the order they are taken",
  wisdom: "decisions, conventions, issues and learnings",
  replay: "the room as it was at any moment",
};

const PALETTE_SECTION = {
  sessions: (room) => say`Session settings of ${room}`,
  models: (room) => say`Models and budgets of ${room}`,
  people: (room) => say`People of ${room}`,
  credentials: (room) => say`Credentials of ${room}`,
  gates: (room) => say`Gates of ${room}`,
  audit: (room) => say`Audit of ${room}`,
} satisfies Record<string, (room: string) => string>;

const SECTIONS = [
  { section: "sessions", needs: "setRoomOptions" },
  { section: "models", needs: "setRoomOptions" },
  { section: "people", needs: "listRoomPeople" },
  { section: "credentials", needs: "listCredentials" },
  { section: "gates", needs: "setGatePreset" },
  { section: "audit", needs: "listAudit" },
] as const;

/** What the person may do in the current room, and its pages. */
export function useRoomCommands(room: string | null): PaletteCommand[] {
  const navigate = useNavigate();
  const make: PaletteCommand = {
    id: "new-task",
    group: "do",
    icon: "plus",
    title: "New task",
    effect: "choose a role, a title and what to do",
    keys: "c",
    run: () => newTask.set(room ?? ""),
  };
  if (room === null) return [make];
  const state = queryClient.getQueryData<RoomState>(["room", room]);
  const params = { room };
  const name = { room };
  const commands: PaletteCommand[] = [];
  if (!state || may(state, "createTasks")) commands.push(make);
  if (!state || may(state, "createSession"))
    commands.push({
      id: "new-session",
      group: "do",
      icon: "plus",
      title: say`New session in ${name.room}`,
      effect: "a change, from scout to review",
      run: () => void navigate({ to: "/rooms/$room/sessions", params, search: { new: true } }),
    });
  if (state && may(state, "setMode")) {
    const isClearing = state.view.backlog.workflowMode !== "normal";
    commands.push({
      id: "clear",
      group: "do",
      icon: "item",
      title: isClearing ? say`Stop clearing the backlog of ${name.room}` : say`Clear the backlog of ${name.room}`,
      effect: isClearing ? "back to normal mode" : "hands out one item after another",
      run: () =>
        void doAct("setMode", {
          params,
          body: { workflowMode: isClearing ? "normal" : "backlog_clearing" },
        }),
    });
  }
  if (state && may(state, "createWebhook"))
    commands.push({
      id: "webhooks",
      group: "do",
      icon: "settings",
      title: say`Webhooks of ${name.room}`,
      effect: "which programs hear what happens here",
      run: () =>
        void navigate({
          to: "/rooms/$room/settings",
          params,
          search: { section: "webhooks", add: true },
        }),
    });
  const page = (
    key: "conversation" | "work" | "backlog" | "wisdom" | "replay",
    to: "/rooms/$room" | `/rooms/$room/${"work" | "backlog" | "wisdom" | "replay"}`,
  ): PaletteCommand => ({
    id: `page-${key}`,
    group: "go",
    icon: key === "replay" ? "play" : "room",
    title: PALETTE_PAGE[key](name.room),
    effect: PALETTE_PAGE_EFFECT[key],
    run: () => void navigate({ to, params, search: {} }),
  });
  return [
    ...commands,
    page("conversation", "/rooms/$room"),
    page("work", "/rooms/$room/work"),
    page("backlog", "/rooms/$room/backlog"),
    page("wisdom", "/rooms/$room/wisdom"),
    page("replay", "/rooms/$room/replay"),
    ...SECTIONS.filter(({ needs }) => state && may(state, needs)).map(
      ({ section }): PaletteCommand => ({
        id: `section-${section}`,
        group: "go",
        icon: "settings",
        title: PALETTE_SECTION[section](name.room),
        effect: "in the room's settings",
        run: () => void navigate({ to: "/rooms/$room/settings", params, search: { section } }),
      }),
    ),
  ];
}
