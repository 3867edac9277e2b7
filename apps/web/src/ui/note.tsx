import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./note.css";

/** A remark in place, with at most one thing to do about it. */
export function Note({
  icon,
  tone = "plain",
  children,
  action,
  again,
}: {
  icon?: LucideIcon;
  tone?: "plain" | "warn" | "bad";
  children: ReactNode;
  action?: ReactNode;
  /** It failed: this tries again. */
  again?: () => unknown;
}): ReactNode {
  return (
    <div className={clsx("note", tone !== "plain" && `note-${tone}`)} role={tone === "bad" ? "alert" : undefined}>
      {icon && <Icon of={icon} size="s" />}
      <span className="grow">{children}</span>
      {action}
      {again && <Button onClick={() => void again()}>Try again</Button>}
    </div>
  );
}
