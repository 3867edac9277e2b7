import { clsx } from "clsx";
import { type ComponentProps, type CSSProperties, type ReactNode, useId } from "react";
import "./field.css";

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  help?: ReactNode;
  problem?: string | undefined;
};

export function Field({ label, help, problem, className, ...rest }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="fl">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={clsx("field", className)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={help || problem ? `${id}-help` : undefined}
      />
      {(problem || help) && (
        <p
          id={`${id}-help`}
          className={clsx("small fl-help", problem ? "c-bad" : "muted")}
          role={problem ? "alert" : undefined}
        >
          {problem ?? help}
        </p>
      )}
    </div>
  );
}

type SelectProps = Omit<ComponentProps<"select">, "id" | "onChange"> & {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

export function Select({
  label,
  hideLabel = false,
  options,
  onChange,
  className,
  ...rest
}: SelectProps): ReactNode {
  const id = useId();
  return (
    <div className="fl">
      <label htmlFor={id} className={hideLabel ? "sr" : undefined}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={clsx("field select", className)}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A group of choices, each a card with one line of what it means. */
export function Choice<T extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  columns,
}: {
  legend: string;
  name: string;
  value: T | undefined;
  columns: number;
  options: readonly { value: T; label: string; hint: string; mark?: ReactNode }[];
  onChange: (value: T) => void;
}): ReactNode {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div style={{ "--columns": columns } as CSSProperties}>
        {options.map((option) => (
          <label key={option.value} className={clsx(option.value === value && "on")}>
            <input
              type="radio"
              className="sr"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.mark}
            <span>{option.label}</span>
            <small>{option.hint}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
