const LOCK = "squadroom-in-sight";

/** Tells the browser's other pages that this one is in sight, as long as it is. Returns a function that stops it. */
export function holdWhileInSight(): () => void {
  let release: (() => void) | null = null;
  const look = (): void => {
    const isInSight = document.visibilityState === "visible";
    if (!isInSight) release?.();
    if (!isInSight || release || !("locks" in navigator)) return;
    const held = new Promise<void>((resolve) => {
      release = () => {
        release = null;
        resolve();
      };
    });
    // It fails if the page is on its way out.
    navigator.locks.request(LOCK, { mode: "shared" }, () => held).catch(() => undefined);
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    release?.();
  };
}

/** Whether this page, or another one in this browser, is in sight. */
export async function isAnyInSight(): Promise<boolean> {
  if (document.visibilityState === "visible") return true;
  if (!("locks" in navigator)) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === LOCK) ?? false;
}
