import { type ReactNode, useState } from "react";
import { explain, isRefused } from "../../live/api.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { useStart } from "./oidc.ts";

/** Whoever has a password connects with it: a screen left open is not enough. */
export function OidcDialog({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  const [current, setCurrent] = useState("");
  const start = useStart({
    next: location.pathname + location.search,
    connect: true,
    current,
  });
  const submit = (): void => {
    if (!start.isPending && !start.isSuccess) start.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={say`Connect ${name}`}
      width={420}
      label={say`Continue at ${name}`}
      keys="Enter"
      className="row-form"
      onSubmit={submit}
    >
      <p className="ink2">{say`Whoever signs in at ${name} can then come in as you. Your password shows that it's you.`}</p>
      <Field
        label="Current password"
        type="password"
        autoFocus
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        autoComplete="current-password"
      />
      {start.isError && (
        <Note tone="bad">
          {isRefused(start.error, "sign_in_failed")
            ? "That isn't your current password."
            : explain(start.error).message}
        </Note>
      )}
    </FormDialog>
  );
}
