import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, explain, isRefused } from "../../live/api.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { changeMe } from "./me.ts";
import { sayDone } from "./still-working.ts";
import { t } from "./words.ts";

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
      sayDone(t("set.done"), tokens);
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
      title={hasPassword ? t("set.change") : t("set.title")}
      width={420}
      label={t("set.save")}
      keys="Enter"
      className="row-form"
      onSubmit={submit}
    >
      <p className="ink2">{t("set.text")}</p>
      {hasPassword && (
        <Field
          label={t("set.current")}
          type="password"
          autoFocus
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          autoComplete="current-password"
        />
      )}
      <Field
        label={t("set.new")}
        type="password"
        autoFocus={!hasPassword}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="new-password"
        help={t("set.newHelp")}
        problem={tried && missing > 0 ? t("set.short", { count: missing }) : undefined}
      />
      {save.isError && (
        <Note tone="bad">
          {isRefused(save.error, "sign_in_failed") ? t("set.wrong") : explain(save.error).message}
        </Note>
      )}
    </FormDialog>
  );
}
