import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useKeys } from "../keys/keys.ts";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useOpener } from "../ui/use-opener.ts";
import { useWide } from "./use-wide.ts";
import "../ui/dialog.css";
import "./panel.css";

type PanelProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Finds the row from which it was opened, in the list as it is when the panel closes. */
  row?: string;
};

/**
 * Details of one thing in a list. If there is room, it is beside the list, which stays in use: the focus stays in the
 * row, Enter there leads into the panel, Escape closes it. Otherwise it covers the list.
 */
export function Panel(props: PanelProps): ReactNode {
  const isWide = useWide();
  const { title, onClose, children } = props;
  if (isWide) return <Beside {...props} />;
  return (
    <Dialog onClose={onClose} title={title} width={520} side>
      {children}
    </Dialog>
  );
}

function Beside({ title, onClose, children, row }: PanelProps): ReactNode {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const backToOpener = useOpener();
  const back = useRef<() => void>(backToOpener);
  useLayoutEffect(() => {
    back.current = () => {
      const found = row === undefined ? null : document.querySelector<HTMLElement>(row);
      if (found?.checkVisibility()) found.focus({ preventScroll: true });
      else backToOpener();
    };
  });
  useLayoutEffect(() => {
    const here = panel.current;
    // The element that opened it may be where the panel is now.
    if (document.activeElement?.checkVisibility() === false) here?.focus();
    return () => {
      if (here?.contains(document.activeElement)) setTimeout(() => back.current());
    };
  }, []);
  useKeys([{ keys: "Escape", group: "list", label: "Close the panel", run: onClose }]);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      className="panel"
      tabIndex={-1}
      data-panel
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // Out of a field first: one key does not discard half-written text.
        const isField = (event.target as Element).matches("input, textarea, select");
        if (!isField) return;
        event.preventDefault();
        panel.current?.focus();
      }}
    >
      <div className="dlg-head">
        <h2 id={id} className="dlg-title">
          {title}
        </h2>
        <IconButton icon={X} label="Close" className="end" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="dlg-body" tabIndex={0} aria-labelledby={id}>
        {children}
      </section>
    </section>
  );
}
