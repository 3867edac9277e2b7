import { type ReactNode, useState } from "react";
import { explain, isRefused } from "../../live/api.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { useStart } from "./oidc.ts";
import { t } from "./words.ts";

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
      title={t("oidc.connect", { name })}
      width={420}
      label={t("oidc.goThere", { name })}
      keys="Enter"
      className="row-form"
      onSubmit={submit}
    >
      <p className="ink2">{t("oidc.connectText", { name })}</p>
      <Field
        label={t("set.current")}
        type="password"
        autoFocus
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        autoComplete="current-password"
      />
      {start.isError && (
        <Note tone="bad">
          {isRefused(start.error, "sign_in_failed") ? t("set.wrong") : explain(start.error).message}
        </Note>
      )}
    </FormDialog>
  );
}
