import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, explain, isRefused } from "../../live/api.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { changeMe } from "./me.ts";
import { sayDone } from "./still-working.ts";

const SHORTEST = 12;
export function PasswordDialog({
  hasPassword,
  onClose,
}: {
  hasPassword: boolean;
  onClose: () => void;
}): ReactNode {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const missing = SHORTEST - password.length;
  const save = useMutation({
    mutationFn: () =>
      call("setPassword", { body: hasPassword ? { password, current } : { password } }),
    onSuccess: ({ tokens }) => {
      changeMe({ hasPassword: true });
      sayDone("The password is set.", tokens);
      onClose();
    },
  });
  const submit = (): void => {
    setTried(true);
    if (missing <= 0) save.mutate();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={hasPassword ? "Change the password" : "Set a password"}
      width={420}
      label="Save"
      keys="Enter"
      className="row-form"
      onSubmit={submit}
    >
      <p className="ink2">With a password you can sign in without a link.</p>
      {hasPassword && (
        <Field
          label="Current password"
          type="password"
          autoFocus
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          autoComplete="current-password"
        />
      )}
      <Field
        label="New password"
        type="password"
        autoFocus={!hasPassword}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="new-password"
        help="At least 12 characters. A few words are easier to remember than symbols."
        problem={
          tried && missing > 0
            ? `${missing} more ${missing === 1 ? "character" : "characters"} needed.`
            : undefined
        }
      />
      {save.isError && (
        <Note tone="bad">
          {isRefused(save.error, "sign_in_failed")
            ? "That isn't your current password."
            : explain(save.error).message}
        </Note>
      )}
    </FormDialog>
  );
}
