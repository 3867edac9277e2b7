import { useNavigate } from "@tanstack/react-router";
import { doAct } from "../act/do-act.ts";
import { useMe } from "../features/access/me.ts";
import { useStartDemo } from "../features/room/use-start-demo.ts";
import { whyStill } from "../features/room/why-still.ts";
import { queryClient } from "../live/api.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import type { PaletteCommand } from "./commands.ts";

const PALETTE_THEME = {
  light: "Use the light theme",
  dark: "Use the dark theme",
  system: "Follow the system's theme",
};

const THEMES: readonly Preferences["theme"][] = ["light", "dark", "system"];

function themeCommands(theme: Preferences["theme"]): PaletteCommand[] {
  return THEMES.filter((value) => value !== theme).map(
    (value): PaletteCommand => ({
      id: `theme-${value}`,
      group: "do",
      icon: "theme",
      title: PALETTE_THEME[value],
      effect: "on this device",
      words: "appearance colors colours mode night day",
      run: () => setPreferences({ theme: value }),
    }),
  );
}

/** What can be done anywhere. */
export function usePageCommands(room: string | null, onKeys: () => void): PaletteCommand[] {
  const navigate = useNavigate();
  const { theme, singleKeys, roomsAs } = usePreferences();
  const { start } = useStartDemo();
  const isAdmin = useMe().data?.admin === true;
  const signOut = (): void =>
    void doAct(
      "signOut",
      {},
      {
        onDone: () => {
          queryClient.clear();
          void navigate({ to: "/sign-in" });
        },
      },
    );
  return [
    ...(isAdmin
      ? [
          {
            id: "invite",
            group: "do",
            icon: "plus",
            title: "Invite a person",
            effect: "to this server, with a link",
            words: "add user teammate share colleague",
            run: () => void navigate({ to: "/settings", search: { invite: true } }),
          } as const,
        ]
      : []),
    {
      id: "why",
      group: "do",
      icon: "why",
      title: "Why is nothing moving?",
      effect: "who or what everything waits for",
      words: "stuck blocked waiting idle slow hanging stalled help",
      keys: "w",
      run: () => whyStill.set(true),
    },
    {
      id: "new",
      group: "do",
      icon: "plus",
      title: "New room",
      effect: "choose a name and a team",
      words: "create add project team start",
      run: () => void navigate({ to: "/rooms", search: { new: true } }),
    },
    {
      id: "connect",
      group: "do",
      icon: "plug",
      title: "Connect an agent",
      effect: "one command per role",
      words: "add start claude codex copilot mcp install setup",
      keys: "g c",
      run: () => void navigate({ to: "/connect", search: room ? { room } : {} }),
    },
    {
      id: "demo",
      group: "do",
      icon: "play",
      title: "Watch a demo squad",
      effect: "starts scripted agents; calls no model",
      words: "example try tutorial tour",
      run: () => start(),
    },
    {
      id: "demo-pipeline",
      group: "do",
      icon: "play",
      title: "Watch a demo pipeline",
      effect: "a specification with discussions and a checkpoint; calls no model",
      words: "example try tutorial tour lifecycle",
      run: () => start("lifecycle"),
    },
    ...themeCommands(theme),
    {
      id: "single",
      group: "do",
      icon: "keys",
      title: singleKeys ? "Turn single keys off" : "Turn single keys on",
      effect: "j, k, g r and so on",
      words: "shortcuts keyboard hotkeys",
      run: () => setPreferences({ singleKeys: !singleKeys }),
    },
    {
      id: "layout",
      group: "do",
      icon: "layout",
      title: roomsAs === "grid" ? "Show rooms as a list" : "Show rooms as a grid",
      effect: "on this device",
      run: () => setPreferences({ roomsAs: roomsAs === "grid" ? "list" : "grid" }),
    },
    {
      id: "keys",
      group: "do",
      icon: "keys",
      title: "Show all keys",
      effect: "",
      words: "help shortcuts keyboard hotkeys",
      keys: "?",
      run: onKeys,
    },
    {
      id: "sign-out",
      group: "do",
      icon: "out",
      title: "Sign out",
      effect: "of this browser",
      words: "log out logout exit leave",
      run: signOut,
    },
  ];
}
