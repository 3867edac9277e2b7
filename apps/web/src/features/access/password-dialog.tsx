import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Field } from "../../ui/field.tsx";
import { changeMe } from "./me.ts";
import { wrongPassword } from "./proof.tsx";
import { sayDone } from "./still-working.ts";

const SHORTEST = 12;

export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }): ReactNode {
  const form = useActForm("setPassword", {
    start: { password: "", current: "" },
    lacks: ({ password: { length } }) => ({
      password:
        length < SHORTEST &&
        `${SHORTEST - length} more ${SHORTEST - length === 1 ? "character" : "characters"} needed.`,
    }),
    gives: ({ password, current }) => ({
      body: hasPassword ? { password, current } : { password },
    }),
    refusals: { sign_in_failed: "current" },
    explains: wrongPassword,
    onDone: ({ tokens }) => {
      changeMe({ hasPassword: true });
      sayDone("The password is set.", tokens);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={hasPassword ? "Change the password" : "Set a password"}
      width={420}
      label="Save"
      keys="Enter"
    >
      <p className="ink2">With a password you can sign in without a link.</p>
      {hasPassword && (
        <Field
          {...form.at("current")}
          label="Current password"
          type="password"
          autoFocus
          autoComplete="current-password"
        />
      )}
      <Field
        {...form.at("password")}
        label="New password"
        type="password"
        autoFocus={!hasPassword}
        autoComplete="new-password"
        help="At least 12 characters. A few words are easier to remember than symbols."
      />
    </FormDialog>
  );
}
