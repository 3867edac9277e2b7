import { useNavigate } from "@tanstack/react-router";
import { newTask } from "../features/task/new-task.ts";
import { may } from "../live/allowed.ts";
import { call, explain, newKey, queryClient } from "../live/api.ts";
import type { RoomState } from "../live/room-state.ts";
import { toast } from "../ui/toasts.ts";
import type { PaletteCommand } from "./commands.ts";
import { t } from "./words.ts";

const SECTIONS = [
  { section: "sessions", needs: "setRoomOptions" },
  { section: "models", needs: "setRoomOptions" },
  { section: "people", needs: "listRoomPeople" },
  { section: "credentials", needs: "listCredentials" },
  { section: "gates", needs: "setGatePreset" },
  { section: "audit", needs: "listAudit" },
] as const;

/** What can be done in the room one is in, and its pages; only what one may. */
export function useRoomCommands(room: string | null): PaletteCommand[] {
  const navigate = useNavigate();
  const make: PaletteCommand = {
    id: "new-task",
    group: "do",
    icon: "plus",
    title: t("palette.newTask"),
    effect: t("palette.newTaskEffect"),
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
      title: t("palette.newSession", name),
      effect: t("palette.newSessionEffect"),
      run: () => void navigate({ to: "/rooms/$room/sessions", params, search: { new: true } }),
    });
  if (state && may(state, "setMode")) {
    const isClearing = state.view.backlog.workflowMode !== "normal";
    commands.push({
      id: "clear",
      group: "do",
      icon: "item",
      title: t(isClearing ? "palette.stopClearing" : "palette.clear", name),
      effect: t(isClearing ? "palette.stopClearingEffect" : "palette.clearEffect"),
      run: () =>
        void call("setMode", {
          key: newKey(),
          params,
          body: { workflowMode: isClearing ? "normal" : "backlog_clearing" },
        }).catch((error: unknown) => toast(explain(error).message, { tone: "bad" })),
    });
  }
  if (state && may(state, "createWebhook"))
    commands.push({
      id: "webhooks",
      group: "do",
      icon: "settings",
      title: t("palette.webhooks", name),
      effect: t("palette.webhooksEffect"),
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
    title: t(`palette.page.${key}`, name),
    effect: t(`palette.pageEffect.${key}`),
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
        title: t(`palette.section.${section}`, name),
        effect: t("palette.sectionEffect"),
        run: () => void navigate({ to: "/rooms/$room/settings", params, search: { section } }),
      }),
    ),
  ];
}
