import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { useMe } from "./me.ts";

/** What proves once more who it is before something gives lasting access: the password, where there is one. */
export function useProof(): { proof: { current?: string }; field: ReactNode } {
  const hasPassword = useMe().data?.hasPassword === true;
  const [current, setCurrent] = useState("");
  if (!hasPassword) return { proof: {}, field: null };
  const field = (
    <Field
      label="Your password"
      type="password"
      value={current}
      onChange={(event) => setCurrent(event.target.value)}
      autoComplete="current-password"
    />
  );
  return { proof: { current }, field };
}
