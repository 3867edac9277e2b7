import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMe } from "../features/access/me.ts";
import { Tile } from "../ui/tile.tsx";
import { wordsOf } from "../words/words-of.ts";

const loadPanel = () =>
  import("./person-panel.tsx").then((module) => ({ default: module.PersonPanel }));
const PersonPanel = lazy(loadPanel);

/** One's own letters; behind them what one likes and how one leaves. */
export function PersonButton({ docked = false }: { docked?: boolean }): ReactNode {
  const { t } = wordsOf("shell");
  const { data: me } = useMe();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  if (!me) return null;
  return (
    <>
      <button
        type="button"
        className={docked ? undefined : "tile-button"}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={t("menu.open")}
        title={t("menu.signedIn", { name: me.name })}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <Tile name={me.name} person />
        {docked && t("you")}
      </button>
      {anchor && (
        <Suspense>
          <PersonPanel me={me} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
