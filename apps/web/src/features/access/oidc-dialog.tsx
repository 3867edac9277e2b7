import { type FormEvent, type ReactNode, useState } from "react";
import { explain, isRefused } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { useStart } from "./oidc.ts";
import { t } from "./words.ts";

const FORM = "oidc-form";

/** Whoever has a password connects with it: a screen left open is not enough. */
export function OidcDialog({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  const [current, setCurrent] = useState("");
  const start = useStart({
    next: location.pathname + location.search,
    connect: true,
    current,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!start.isPending && !start.isSuccess) start.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("oidc.connect", { name })}
      width={420}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("set.cancel")}
          </Button>
          <Button kind="primary" type="submit" form={FORM} keys="Enter">
            {t("oidc.goThere", { name })}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="row-form">
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
            {isRefused(start.error, "sign_in_failed")
              ? t("set.wrong")
              : explain(start.error).message}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
