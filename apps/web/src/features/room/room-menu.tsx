import { Ellipsis } from "lucide-react";
import { lazy, memo, type ReactNode, Suspense, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { wordsOf } from "../../words/words-of.ts";
import type { RoomMenuProps } from "./room-menu-panel.tsx";

const loadPanel = () =>
  import("./room-menu-panel.tsx").then((module) => ({ default: module.RoomMenuPanel }));
const RoomMenuPanel = lazy(loadPanel);

/** What is seldom done with a room. Nothing to do, no menu. */
export const RoomMenu = memo(function RoomMenu(props: RoomMenuProps): ReactNode {
  const { t } = wordsOf("room");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!props.canRemove && !props.canConnect) return null;
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={t("screen.more")}
        className={props.canRemove ? undefined : "narrow"}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor && (
        <Suspense>
          <RoomMenuPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
});
