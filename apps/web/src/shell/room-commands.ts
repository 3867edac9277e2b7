import { useNavigate } from "@tanstack/react-router";
import { doAct } from "../act/do-act.ts";
import { newTask } from "../features/task/new-task.ts";
import { may } from "../live/allowed.ts";
import { queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { say } from "../words/say.tsx";
import type { PaletteCommand } from "./commands.ts";

/** What the person may do in the current room. */
export function useRoomCommands(room: string | null): PaletteCommand[] {
  const navigate = useNavigate();
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
  if (room === null) return [make];
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
  return commands;
}
