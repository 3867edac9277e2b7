import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./icon-button.css";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "title" | "children"> & {
  icon: LucideIcon;
  label: string;
  large?: boolean;
};

export function IconButton({
  icon,
  label,
  large = false,
  className,
  type = "button",
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button {...rest} type={type} className={clsx("iconbtn", className)} aria-label={label} title={label}>
      <Icon of={icon} size={large ? "l" : "m"} />
    </button>
  );
}
