import type { MouseEvent, ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import type { Draft } from "./use-draft.ts";
import "./draft-kept.css";

/** Says that a form opened with an earlier draft, and offers to drop it. */
export function DraftKept({ of: draft }: { of: Pick<Draft<never>, "isKept" | "discard"> }): ReactNode {
  if (!draft.isKept) return null;
  const discard = (event: MouseEvent): void => {
    const field = event.currentTarget
      .closest("form, .dlg-body")
      ?.querySelector<HTMLElement>("input:not([type=radio], [type=checkbox], [type=file]), textarea");
    draft.discard();
    field?.focus();
  };
  return (
    <p className="draft-kept small muted">
      Draft kept
      <Button kind="ghost" className="small" onClick={discard}>
        Discard
      </Button>
    </p>
  );
}
