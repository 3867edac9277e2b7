import { type ReactNode, useState } from "react";
import { isRefused } from "../../live/api.ts";
import { Field } from "../../ui/field.tsx";
import { useMe } from "./me.ts";

/** In place of the server's words, which know no field. */
export function wrongPassword(error: unknown): string | null {
  return isRefused(error, "sign_in_failed") ? "That isn't your current password." : null;
}

/** Proves the person's identity once more before something gives lasting access: with the password, if there is one. */
export function useProof(): { proof: { current?: string }; field: ReactNode } {
  const hasPassword = useMe().data?.hasPassword === true;
  const [current, setCurrent] = useState("");
  if (!hasPassword) return { proof: {}, field: null };
  const field = (
    <Field
      label="Your password"
      type="password"
      value={current}
      onChange={setCurrent}
      autoComplete="current-password"
    />
  );
  return { proof: { current }, field };
}
