import { clsx } from "clsx";
import { type ComponentProps, type CSSProperties, type ReactNode, useId } from "react";
import "./field.css";

/** The text below a field, and its link to the field. */
export function helpOf(id: string, help: ReactNode, problem: string | undefined) {
  const isShown = Boolean(problem || help);
  return {
    aria: {
      "aria-invalid": problem ? true : undefined,
      "aria-describedby": isShown ? `${id}-help` : undefined,
    } as const,
    line: isShown && (
      <p
        id={`${id}-help`}
        className={clsx("small fl-help", problem ? "c-bad" : "muted")}
        role={problem ? "alert" : undefined}
      >
        {problem ?? help}
      </p>
    ),
  };
}

/** What a form says about a field besides its value; not every field uses all of it. */
interface OfForm {
  problem?: string | undefined;
  words?: readonly string[] | undefined;
}

type FieldProps = Omit<ComponentProps<"input">, "id" | "onChange"> &
  OfForm & {
    label: string;
    help?: ReactNode;
    onChange?: (text: string) => void;
  };

export function Field({ label, help, problem, words: _, className, onChange, ...rest }: FieldProps): ReactNode {
  const id = useId();
  const { aria, line } = helpOf(id, help, problem);
  return (
    <div className="fl">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        {...aria}
        id={id}
        className={clsx("field", className)}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {line}
    </div>
  );
}

type SelectProps<T extends string> = Omit<ComponentProps<"select">, "id" | "onChange" | "value" | "name"> &
  OfForm & {
    label: string;
    name?: string;
    hideLabel?: boolean;
    value: T;
    /** By default the values that the form's field may have, or all that have a label. */
    options?: readonly { value: string; label: string }[];
    labels?: Readonly<Record<NoInfer<T>, string>>;
    maxLength?: number | undefined;
    help?: ReactNode;
    onChange: (value: T) => void;
  };

export function Select<T extends string>({
  label,
  hideLabel = false,
  labels,
  words = Object.keys(labels ?? {}),
  options = words.map((value) => ({ value, label: labels?.[value as T] ?? value })),
  help,
  problem,
  maxLength: _,
  onChange,
  className,
  ...rest
}: SelectProps<T>): ReactNode {
  const id = useId();
  const { aria, line } = helpOf(id, help, problem);
  return (
    <div className="fl">
      <label htmlFor={id} className={hideLabel ? "sr" : undefined}>
        {label}
      </label>
      <select
        {...rest}
        {...aria}
        id={id}
        className={clsx("field select", className)}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {line}
    </div>
  );
}

/** One thing that is so or not. */
export function Check({
  label,
  value,
  className,
  onChange,
}: {
  label: string;
  value: boolean;
  className: string;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <label className={className}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
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
