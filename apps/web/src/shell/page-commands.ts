import { useNavigate } from "@tanstack/react-router";
import { useMe } from "../features/access/me.ts";
import { useStartDemo } from "../features/room/use-start-demo.ts";
import { call, explain, queryClient } from "../live/api.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import { toast } from "../ui/toasts.ts";
import type { PaletteCommand } from "./commands.ts";
import { t } from "./words.ts";

const THEMES: readonly Preferences["theme"][] = ["light", "dark", "system"];

/** What can be done anywhere. */
export function usePageCommands(room: string | null, onKeys: () => void): PaletteCommand[] {
  const navigate = useNavigate();
  const { theme, singleKeys, roomsAs } = usePreferences();
  const { start } = useStartDemo();
  const isAdmin = useMe().data?.admin === true;
  const signOut = (): void =>
    void call("signOut")
      .then(() => {
        queryClient.clear();
        void navigate({ to: "/sign-in" });
      })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  return [
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
      run: () => start(),
    },
    {
      id: "demo-pipeline",
      group: "do",
      icon: "play",
      title: t("palette.demoPipeline"),
      effect: t("palette.demoPipelineEffect"),
      run: () => start("lifecycle"),
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
}
