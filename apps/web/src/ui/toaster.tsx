import { Check, CircleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, useToast } from "./toasts.ts";
import "./toaster.css";

const STAYS_MS = 10_000;

/** The place where toasts appear: ten seconds, longer under the pointer or the focus. */
export function Toaster(): ReactNode {
  const toast = useToast();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(dismissToast, STAYS_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <div className="toaster" role={toast?.tone === "bad" ? "alert" : "status"}>
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stays longer while somebody is at it
        <div
          key={toast.id}
          className="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Icon of={toast.tone === "bad" ? CircleAlert : Check} />
          <span className="grow">{toast.text}</span>
          {toast.action && (
            <Button
              kind="ghost"
              onClick={() => {
                toast.action?.run();
                dismissToast();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton icon={X} label="Dismiss" onClick={dismissToast} />
        </div>
      )}
    </div>
  );
}
