import { clsx } from "clsx";
import type { ReactNode } from "react";
import "./tag.css";

export type TagTone = "plain" | "line" | "ok" | "warn" | "bad" | "work" | "wait" | "you";

export function Tag({
  tone = "plain",
  children,
  className,
}: {
  tone?: TagTone;
  children: ReactNode;
  className?: string;
}): ReactNode {
  return <span className={clsx("tag", tone !== "plain" && `tag-${tone}`, className)}>{children}</span>;
}
