import { Popover } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { noteAnchor } from "./use-opener.ts";
import "./menu.css";

type AnchoredProps = {
  anchor: HTMLElement;
  label: string;
  align: "start" | "end";
  /** A menu's entries have the role `menuitem`, and the arrow keys move from one to the next. */
  isMenu?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A small panel at the button that opened it. The button is not outside: its own click closes the panel. */
export function Anchored({ anchor, label, align, isMenu = false, onClose, children }: AnchoredProps): ReactNode {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          ref={(panel) => noteAnchor(panel, anchor)}
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => {
            if (anchor.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {isMenu ? (
            <div role="menu" aria-label={label} onKeyDown={moveInMenu}>
              {children}
            </div>
          ) : (
            children
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter(
    (entry) => entry.offsetParent !== null,
  );
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[(at + step + entries.length) % entries.length]?.focus();
}
