import { lazyRouteComponent } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { untilLive } from "../live/connection.ts";
import { Problem } from "../ui/problem.tsx";

type Screen = (() => ReactNode) & { preload?: () => Promise<void> };

/**
 * A screen that is fetched when it is first opened, or earlier, by `preloadScreens`. One that cannot be fetched leaves
 * the frame as it is, says so in its place, and appears by itself when the server answers again.
 */
export function screenOf<K extends string>(load: () => Promise<Record<K, () => ReactNode>>, name: K): Screen {
  // Which of the router's types it has depends on `K`, which TypeScript doesn't resolve here.
  const screen = lazyRouteComponent<Record<K, () => ReactNode>, K>(
    () => load().catch(() => ({ [name]: NotLoaded }) as Record<K, () => ReactNode>),
    name,
  ) as unknown as Screen;
  screens.push({ load, isFetched: false });
  return screen;
}

const screens: { load: () => Promise<unknown>; isFetched: boolean }[] = [];
const PRELOAD_AFTER_MS = 3_000;

/**
 * Loads all screens, once the page has nothing better to do: then they are there even if the server is not. A browser
 * told to save data fetches only those that are opened.
 */
export function preloadScreens(): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  const timer = setTimeout(async () => {
    for (const screen of screens) {
      if (screen.isFetched) continue;
      screen.isFetched = await screen.load().then(
        () => true,
        () => false,
      );
      if (!screen.isFetched) return;
    }
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

function NotLoaded(): ReactNode {
  useEffect(() => {
    let isShown = true;
    // The whole page: a failed style sheet is not requested again. What was typed is kept.
    void untilLive().then(() => isShown && location.reload());
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <div className="page">
      <Problem tone="warn" icon={WifiOff} title="This screen hasn't loaded yet">
        It opens by itself as soon as the server answers. Everything else on this page still works.
      </Problem>
    </div>
  );
}
