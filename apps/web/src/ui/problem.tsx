import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./problem.css";

/** What happened, what was applied, ways on, the code last. */
export function Problem({
  icon = CircleAlert,
  tone = "bad",
  title,
  children,
  actions,
  code,
  isScreen = false,
}: {
  icon?: LucideIcon;
  tone?: "bad" | "warn";
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  code?: string | undefined;
  /** Nothing else is on the screen: its title is the page's. */
  isScreen?: boolean;
}): ReactNode {
  const Heading = isScreen ? "h1" : "h2";
  return (
    <div className="problem" role="alert">
      <span className={tone === "bad" ? "c-bad" : "c-warn"}>
        <Icon of={icon} />
      </span>
      <div>
        <Heading>{title}</Heading>
        {children && <div className="problem-text">{children}</div>}
        {actions && <div className="problem-actions">{actions}</div>}
        {code && <p className="small muted mono problem-code">{code}</p>}
      </div>
    </div>
  );
}
