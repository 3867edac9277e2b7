export type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/**
 * The name of a key press: "j", "?", "g", "Mod+k", "Mod+Enter", "Escape". `Mod` is Ctrl or ⌘. Undefined for what can't
 * be a shortcut (a lone modifier, the system's Alt combinations).
 */
export function chordOf(event: Pressed): string | undefined {
  if (["Shift", "Control", "Alt", "Meta", "Dead", "Unidentified"].includes(event.key)) return undefined;
  if (event.altKey) return undefined;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 && mod ? event.key.toLowerCase() : event.key;
  return mod ? `Mod+${key}` : key;
}

/** A shortcut that a person may type by accident: one printable key, no modifier. */
export function isSingleKey(keys: string): boolean {
  return !keys.includes("Mod+") && keys.split(" ").every((part) => part.length === 1);
}

/** Does what was typed so far match, or lead to, a shortcut? */
export function matchSequence(typed: readonly string[], keys: string): "full" | "partial" | "none" {
  const want = keys.split(" ");
  const tail = typed.slice(-want.length);
  if (tail.length === want.length && tail.every((part, index) => part === want[index])) return "full";
  for (let length = Math.min(want.length - 1, typed.length); length > 0; length--) {
    if (typed.slice(-length).every((part, index) => part === want[index])) return "partial";
  }
  return "none";
}

/** The one mounted last wins, except within a sequence: its last key may also be a shortcut of its own. */
export function chooseShortcut<T extends { keys: string }>(
  typed: readonly string[],
  shortcuts: readonly T[],
): T | undefined {
  const length = ({ keys }: T): number => keys.split(" ").length;
  return shortcuts
    .filter(({ keys }) => matchSequence(typed, keys) === "full")
    .reduce<T | undefined>((best, one) => (best !== undefined && length(best) > length(one) ? best : one), undefined);
}

const CAPS: Record<string, string> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  " ": "Space",
};

/** Key caps to show for a shortcut, one string per press. */
export function capsOf(keys: string, isMac: boolean): string[] {
  return keys.split(" ").map((part) => {
    const mod = part.startsWith("Mod+");
    const key = mod ? part.slice(4) : part;
    const cap = CAPS[key] ?? (mod ? key.toUpperCase() : key);
    return mod ? (isMac ? `⌘${cap}` : `Ctrl ${cap}`) : cap;
  });
}

export const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);
