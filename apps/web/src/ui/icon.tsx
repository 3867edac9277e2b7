import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./icon.css";

/**
 * A lucide icon beside words: 16 px at 1.75, 14 in lines (`s`), 20 on phones (`l`). Never the only carrier of meaning.
 */
export function Icon({ of: Sign, size = "m" }: { of: LucideIcon; size?: "s" | "m" | "l" }): ReactNode {
  return <Sign className={size === "m" ? "ic" : `ic ic-${size}`} aria-hidden="true" />;
}
