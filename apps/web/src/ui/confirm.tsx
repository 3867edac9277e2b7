import type { ReactNode } from "react";
import { explain } from "../live/api.ts";
import { wordsOf } from "../words/words-of.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Note } from "./note.tsx";

/** Asks before what cannot be taken back, and says what it does. */
export function Confirm({
  title,
  text,
  label,
  isDangerous = false,
  act,
  onClose,
}: {
  title: string;
  text: string;
  label: string;
  isDangerous?: boolean;
  act: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("ui");
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={440}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            kind={isDangerous ? "danger" : "primary"}
            onClick={() => !act.isPending && act.mutate()}
          >
            {label}
          </Button>
        </>
      }
    >
      <p className="ink2">{text}</p>
      {act.error !== null && <Note tone="bad">{explain(act.error).message}</Note>}
    </Dialog>
  );
}
