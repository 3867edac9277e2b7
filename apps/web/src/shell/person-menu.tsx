import { type ReactNode, useState } from "react";
import { useMe } from "../features/access/me.ts";
import { late } from "../ui/late.tsx";
import { Tile } from "../ui/tile.tsx";
import { say } from "../words/say.tsx";

const PersonPanel = late(() => import("./person-panel.tsx").then((module) => module.PersonPanel));

/** The person's initials; behind them preferences and the way to sign out. */
export function PersonButton({ docked = false }: { docked?: boolean }): ReactNode {
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
        aria-label="Your menu"
        title={say`Signed in as ${me.name}`}
        onPointerEnter={PersonPanel.preload}
        onFocus={PersonPanel.preload}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <Tile name={me.name} person />
        {docked && "You"}
      </button>
      {anchor && <PersonPanel me={me} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
