import type { ReactNode } from "react";
import { usePreferences } from "../preferences/preferences.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { useWords } from "../words/use-words.ts";
import { capsOf, isMac } from "./chord.ts";
import { activeShortcuts, type KeyGroup } from "./keys.ts";
import "./keys-dialog.css";

const GROUPS: readonly KeyGroup[] = ["anywhere", "go", "list", "room"];

/** Every shortcut that holds on this screen, as it is now. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useWords("keys");
  const { singleKeys } = usePreferences();
  const shortcuts = activeShortcuts();
  return (
    <Dialog open={open} onClose={onClose} title={t("title")} width={460}>
      {!singleKeys && <Note>{t("off")}</Note>}
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
                    {capsOf(shortcut.keys, isMac).map((cap, index) => (
                      <span key={index} className="keys-cap">
                        {index > 0 && <span className="small muted">{t("then")}</span>}
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
    </Dialog>
  );
}
