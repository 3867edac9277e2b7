import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import "./menu.css";

type AnchoredProps = {
  anchor: HTMLElement;
  label: string;
  align: "start" | "end";
  onClose: () => void;
  children: ReactNode;
};

/** A small panel at the button that opened it. The button itself is not outside: it closes by its own click. */
export function Anchored({ anchor, label, align, onClose, children }: AnchoredProps): ReactNode {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
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
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
