import type { ReactNode } from "react";
import { usePreferences } from "../preferences/preferences.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { numbered } from "../ui/numbered.ts";
import { capsOf, isMac } from "./chord.ts";
import { activeShortcuts, type KeyGroup } from "./keys.ts";
import { t } from "./words.ts";
import "./keys-dialog.css";

const GROUPS: readonly KeyGroup[] = ["anywhere", "go", "list", "room"];

/** Every shortcut that holds on this screen, as it is now. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { singleKeys } = usePreferences();
  const shortcuts = activeShortcuts().filter(({ shown }) => shown !== null);
  return (
    <Dialog onClose={onClose} title={t("title")} width={460}>
      {!singleKeys && <Note>{t("off")}</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by key */}
      <section className="keys-all" tabIndex={0} aria-label={t("title")}>
        {GROUPS.map((group) => {
          const rows = shortcuts.filter((shortcut) => shortcut.group === group);
          if (rows.length === 0) return null;
          return (
            <section key={group} className="keys-group">
              <h3 className="label">{t(`groups.${group}`)}</h3>
              <dl>
                {rows.map((shortcut) => (
                  <div key={shortcut.keys + shortcut.label}>
                    <dt>{shortcut.label}</dt>
                    <dd>
                      {numbered(
                        shortcut.shown ? [shortcut.shown] : capsOf(shortcut.keys, isMac),
                      ).map(({ at, item: cap }) => (
                        <span key={at} className="keys-cap">
                          {at > 0 && <span className="small muted">{t("followedBy")}</span>}
                          <kbd>{cap}</kbd>
                        </span>
                      ))}
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
