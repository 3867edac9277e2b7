import { type ComponentProps, type ReactNode, useId } from "react";
import { helpOf } from "./field.tsx";
import "./area.css";
import "./field.css";

/** Room for a few sentences, below their label. */
export function Area({
  label,
  hideLabel = false,
  help,
  problem,
  words: _,
  className = "area",
  onChange,
  ...rest
}: Omit<ComponentProps<"textarea">, "id" | "onChange"> & {
  label: string;
  hideLabel?: boolean;
  help?: ReactNode;
  problem?: string | undefined;
  words?: readonly string[] | undefined;
  onChange: (text: string) => void;
}): ReactNode {
  const id = useId();
  const { aria, line } = helpOf(id, help, problem);
  return (
    <div className="fl">
      <label htmlFor={id} className={hideLabel ? "sr" : undefined}>
        {label}
      </label>
      <textarea {...rest} {...aria} id={id} className={className} onChange={(event) => onChange(event.target.value)} />
      {line}
    </div>
  );
}
