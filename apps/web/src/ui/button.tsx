import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Kbd } from "./kbd.tsx";
import "./button.css";

/** `ending`: leads to what ends something, quietly; `danger`: ends it. */
export type ButtonKind = "primary" | "plain" | "ghost" | "ending" | "danger";

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  kind?: ButtonKind;
  big?: boolean;
  /** The key that does the same, shown as a cap inside. */
  keys?: string;
  /** Why it cannot be pressed now. The button stays reachable and says so; the reason is beside it. */
  off?: string | undefined;
};

export function buttonClass(kind: ButtonKind = "plain", big = false): string {
  return clsx("btn", kind !== "plain" && `btn-${kind}`, big && "btn-big");
}

export function Button({
  kind,
  big,
  keys,
  off,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps): ReactNode {
  const why = useId();
  return (
    <>
      <button
        {...rest}
        type={type}
        className={clsx(buttonClass(kind, big), className)}
        aria-disabled={off ? true : undefined}
        aria-describedby={off ? why : rest["aria-describedby"]}
        onClick={off ? (event) => event.preventDefault() : onClick}
      >
        {children}
        {keys && <Kbd keys={keys} />}
      </button>
      {off && (
        <span id={why} className="btn-why">
          {off}
        </span>
      )}
    </>
  );
}
