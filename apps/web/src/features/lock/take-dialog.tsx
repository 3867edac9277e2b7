import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";
import { Check } from "../../ui/field.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

/** A lead locks paths by hand. */
export function TakeDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const form = useActForm("takeLock", {
    start: { patterns: "", wait: false },
    lacks: ({ patterns }) => ({ patterns: patterns.trim() === "" && "Name a path or a glob." }),
    gives: ({ patterns, wait }) => ({
      params: { room },
      body: { patterns: patterns.split("\n").flatMap((line) => line.trim() || []), wait },
    }),
    said: ({ state, patterns }) => {
      const what = plainText(patterns.join(", "));
      return state === "held" ? say`You have locked ${what}.` : say`You stand in line for ${what}.`;
    },
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title="Take a lock" label="Take a lock" width={440} onClose={onClose}>
      <p className="ink2">
        It ends after 120 s; take the same again to renew it. `src/` is all below a folder, `.` is the whole repository.
      </p>
      <Area {...form.at("patterns")} label="Paths or globs, one a line" />
      <Check {...form.at("wait")} label="Stand in line where others have them" className="lk-check" />
    </FormDialog>
  );
}
