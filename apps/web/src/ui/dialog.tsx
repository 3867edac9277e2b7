import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { useOpener } from "./use-opener.ts";
import "./dialog.css";

export type DialogProps = {
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  width?: number;
  side?: boolean;
};

/** Above a veil. `side`: a sheet at the right edge (from below on a phone), for details of what stays in sight. */
export function Dialog({ onClose, title, children, footer, width = 520, side = false }: DialogProps): ReactNode {
  const backToOpener = useOpener();
  return (
    <Parts.Root open onOpenChange={(next) => !next && onClose()}>
      <Parts.Portal>
        <Parts.Overlay className="veil" />
        <Parts.Content
          className={side ? "sheet" : "dlg"}
          style={{ maxWidth: width }}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            const field = side ? null : firstFieldIn(event.target);
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            backToOpener();
          }}
        >
          <div className="dlg-head">
            <Parts.Title className="dlg-title">{title}</Parts.Title>
            <Parts.Close asChild>
              <IconButton icon={X} label="Close" className="end" />
            </Parts.Close>
          </div>
          <div className="dlg-body">{children}</div>
          {footer && <div className="dlg-foot">{footer}</div>}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** Somebody who opens a form wants to write in it, not to close it. */
function firstFieldIn(dialog: EventTarget | null): HTMLElement | null {
  return dialog instanceof HTMLElement
    ? dialog.querySelector<HTMLElement>(
        ".dlg-body :is(input:not([type=hidden], [type=file], [disabled]), textarea, select)",
      )
    : null;
}
