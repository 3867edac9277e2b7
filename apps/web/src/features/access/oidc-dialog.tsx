import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Field } from "../../ui/field.tsx";
import { say } from "../../words/say.tsx";
import { toProvider } from "./oidc.ts";
import { wrongPassword } from "./proof.tsx";

/** Somebody with a password connects with it: a screen left open is not enough. */
export function OidcDialog({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  const form = useActForm("startOidc", {
    start: { current: "" },
    gives: ({ current }) => ({
      body: { next: location.pathname + location.search, connect: true, current },
    }),
    refusals: { sign_in_failed: "current" },
    explains: wrongPassword,
    onDone: toProvider,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={say`Connect ${name}`}
      width={420}
      label={say`Continue at ${name}`}
      keys="Enter"
    >
      <p className="ink2">{say`Whoever signs in at ${name} can then come in as you. Your password shows that it's you.`}</p>
      <Field
        {...form.at("current")}
        label="Current password"
        type="password"
        autoFocus
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
