import { Ellipsis } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { late } from "../../ui/late.tsx";
import type { RoomMenuProps } from "./room-menu-panel.tsx";

const RoomMenuPanel = late(() => import("./room-menu-panel.tsx").then((module) => module.RoomMenuPanel));

/** What is rarely done with a room; on a phone also the pages for which its head has no room. */
export const RoomMenu = memo(function RoomMenu(props: RoomMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label="More"
        className={props.canRemove || props.canHook ? undefined : "narrow"}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={RoomMenuPanel.preload}
        onFocus={RoomMenuPanel.preload}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor && <RoomMenuPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
});
