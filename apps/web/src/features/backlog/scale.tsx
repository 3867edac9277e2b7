import { SCALE_MAX } from "@squadroom/core/backlog/item";
import { clsx } from "clsx";
import type { ReactNode } from "react";

const STEPS = Array.from({ length: SCALE_MAX }, (_, i) => i + 1);

/** One to five as filled boxes. */
export function Scale({ value }: { value: number | null }): ReactNode {
  if (value === null) return null;
  const label = `${value} of 5`;
  return (
    <span className="bk-scale" role="img" aria-label={label}>
      {STEPS.map((step) => (
        <i key={step} className={clsx(step <= value && "on")} />
      ))}
    </span>
  );
}

/** A choice from one to five, or none. */
export function ScaleChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}): ReactNode {
  return (
    <fieldset className="fl bk-choice">
      <legend>{label}</legend>
      <div className="seg">
        {[null, ...STEPS].map((step) => (
          <button key={step ?? "none"} type="button" aria-pressed={value === step} onClick={() => onChange(step)}>
            {step ?? "–"}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
