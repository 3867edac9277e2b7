import type { CallOptions } from "@squadroom/client/call";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import type { Done } from "./do-act.ts";
import { useAct } from "./use-act.ts";

/** Asks before an act and says what it does: Enter by reflex does nothing. A problem stays in sight; success closes it. */
export function Confirm<Id extends RouteId>({
  route,
  given,
  title,
  text,
  label,
  cancel = "Cancel",
  isDangerous = false,
  onClose,
  onDone,
  children,
  ...done
}: Done<Id> & {
  route: Id;
  given: CallOptions<Id>;
  title: string;
  text?: string;
  label: string;
  cancel?: string;
  isDangerous?: boolean;
  onClose: () => void;
  /** What it needs besides, such as a proof. */
  children?: ReactNode;
}): ReactNode {
  const { send, problem } = useAct(route, {
    ...done,
    onDone: (reply) => {
      onClose();
      onDone?.(reply);
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={440}
      footer={
        <>
          <Button kind="ghost" onClick={onClose} autoFocus>
            {cancel}
          </Button>
          <Button kind={isDangerous ? "danger" : "primary"} onClick={() => void send(given)}>
            {label}
          </Button>
        </>
      }
    >
      {text !== undefined && <p className="ink2">{text}</p>}
      {children}
      {problem && <Note tone="bad">{problem}</Note>}
    </Dialog>
  );
}
