import type { ReactNode } from "react";
import { usePreferences } from "../preferences/preferences.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { numbered } from "../ui/numbered.ts";
import { capsOf, isMac } from "./chord.ts";
import { activeShortcuts, type KeyGroup } from "./keys.ts";
import "./keys-dialog.css";

const GROUPS_WORDS = {
  anywhere: "Anywhere",
  go: "Go to",
  list: "In lists",
  room: "In a room",
};

const GROUPS: readonly KeyGroup[] = ["anywhere", "go", "list", "room"];

/** Every shortcut that is active on this screen now. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { singleKeys } = usePreferences();
  const shortcuts = activeShortcuts().filter(({ shown }) => shown !== null);
  return (
    <Dialog onClose={onClose} title="Keys" width={460}>
      {!singleKeys && (
        <Note>Single keys are off. Keys with Ctrl or ⌘ still work; turn the others on in your menu.</Note>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by key */}
      <section className="keys-all" tabIndex={0} aria-label="Keys">
        {GROUPS.map((group) => {
          const rows = shortcuts.filter((shortcut) => shortcut.group === group);
          if (rows.length === 0) return null;
          return (
            <section key={group} className="keys-group">
              <h3 className="label">{GROUPS_WORDS[group]}</h3>
              <dl>
                {rows.map((shortcut) => (
                  <div key={shortcut.keys + shortcut.label}>
                    <dt>{shortcut.label}</dt>
                    <dd>
                      {numbered(shortcut.shown ? [shortcut.shown] : capsOf(shortcut.keys, isMac)).map(
                        ({ at, item: cap }) => (
                          <span key={at} className="keys-cap">
                            {at > 0 && <span className="small muted">then</span>}
                            <kbd>{cap}</kbd>
                          </span>
                        ),
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </section>
    </Dialog>
  );
}
