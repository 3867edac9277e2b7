import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { call, explain, isRefused } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { changeMe } from "./me.ts";
import { sayDone } from "./still-working.ts";
import { t } from "./words.ts";

const SHORTEST = 12;
const FORM = "password-form";

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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing <= 0) save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasPassword ? t("set.change") : t("set.title")}
      width={420}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("set.cancel")}
          </Button>
          <Button kind="primary" type="submit" form={FORM} keys="Enter">
            {t("set.save")}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="row-form">
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
      </form>
    </Dialog>
  );
}
