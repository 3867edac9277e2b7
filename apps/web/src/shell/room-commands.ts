import type { RoomCard } from "@squadroom/core/room/card";
import { useNavigate } from "@tanstack/react-router";
import { doAct } from "../act/do-act.ts";
import { newTask } from "../features/task/new-task.ts";
import { may } from "../live/allowed.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";

/** What the person may do in the current room. */
export function useRoomCommands(room: string | null, cards: readonly RoomCard[]): PaletteCommand[] {
  const navigate = useNavigate();
  const isPaused = cards.some(({ paused }) => paused?.everywhere);
  const everything: PaletteCommand = {
    id: "everything",
    group: "do",
    icon: "page",
    title: isPaused ? "Resume everything" : "Pause everything",
    effect: isPaused ? "all rooms that were paused at once" : "every room that you lead; asks first",
    words: "stop halt kill abort freeze emergency all continue",
    run: () => (isPaused ? void doAct("resumeAll", {}) : void navigate({ to: "/overview", search: { pause: true } })),
  };
  const make: PaletteCommand = {
    id: "new-task",
    group: "do",
    icon: "plus",
    title: "New task",
    effect: "choose a role, a title and what to do",
    words: "add create todo ticket job work",
    keys: "c",
    run: () => newTask.set(room ?? ""),
  };
  if (room === null) return cards.length > 0 ? [make, everything] : [make];
  const state = queryClient.getQueryData<RoomState>(["room", room]);
  const params = { room };
  const commands: PaletteCommand[] = [];
  if (!state || may(state, "createTasks")) commands.push(make);
  if (!state || may(state, "createSession"))
    commands.push({
      id: "new-session",
      group: "do",
      icon: "plus",
      title: say`New session in ${room}`,
      effect: "a change, from scout to review",
      words: "start begin create feature pipeline build plan",
      run: () => void navigate({ to: "/rooms/$room/sessions", params, search: { new: true } }),
    });
  if (state && may(state, "setMode")) {
    const isOn = state.view.backlog.workflowMode !== "normal";
    commands.push({
      id: "mode",
      group: "do",
      icon: "item",
      title: isOn ? say`Stop working through the backlog of ${room}` : say`Work through the backlog of ${room}`,
      effect: isOn ? "back to normal mode" : "hands out one item after another",
      words: "mode automatic autopilot continuous stop halt",
      run: () =>
        void doAct("setMode", {
          params,
          body: { workflowMode: isOn ? "normal" : "backlog_clearing" },
        }),
    });
  }
  if (state && may(state, "pauseRoom")) {
    const isPaused = state.view.paused !== null;
    commands.push({
      id: "pause",
      group: "do",
      icon: "page",
      title: isPaused ? say`Resume ${room}` : say`Pause ${room}`,
      effect: isPaused ? "agents get tasks again" : "ends its runs; nobody gets a task before you resume",
      words: "stop halt freeze hold continue",
      run: () => void doAct(isPaused ? "resumeRoom" : "pauseRoom", { params }),
    });
  }
  if (state && may(state, "createWebhook"))
    commands.push({
      id: "webhooks",
      group: "do",
      icon: "settings",
      title: say`New webhook of ${room}`,
      effect: "a program hears what happens here",
      words: "add notify slack chat alerts",
      run: () =>
        void navigate({
          to: "/rooms/$room/settings",
          params,
          search: { section: "webhooks", add: true },
        }),
    });
  commands.push(everything);
  return commands;
}
