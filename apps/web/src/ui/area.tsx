import { clsx } from "clsx";
import type { ReactNode } from "react";
import "./area.css";

/** Room for a few sentences, under what they are for. */
export function Area({
  label,
  value,
  onChange,
  isWrong = false,
  className,
  autoFocus,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  isWrong?: boolean;
  className?: string;
  autoFocus?: boolean;
}): ReactNode {
  return (
    <label className="fl">
      <span className="strong">{label}</span>
      <textarea
        className={clsx("area", className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong || undefined}
        // biome-ignore lint/a11y/noAutofocus: whoever draws it says why
        autoFocus={autoFocus}
      />
    </label>
  );
}
