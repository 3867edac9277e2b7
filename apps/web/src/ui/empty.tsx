import type { ReactNode } from "react";
import "./empty.css";

/** One fact, one next step, the command ready to copy. */
export function Empty({
  sign,
  title,
  children,
  actions,
  command,
}: {
  sign?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  command?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      {sign && <span className="muted">{sign}</span>}
      <h2>{title}</h2>
      {children && <p className="ink2">{children}</p>}
      {actions && <div className="empty-actions">{actions}</div>}
      {command}
    </div>
  );
}
