import { sizeText } from "@squadroom/core/attachment/attachment";
import { clsx } from "clsx";
import { Paperclip, X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { say } from "../../words/say.tsx";
import type { DraftFile } from "./draft-files.ts";
import "./attachment.css";

/** What goes with the message being written. */
export function FileChips({
  files,
  onRemove,
}: {
  files: readonly DraftFile[];
  onRemove: (key: string) => void;
}): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul className="files composer-files" aria-label="Files to send">
      {files.map(({ key, name, size, state }) => (
        <li key={key} className={clsx("file-chip", state.kind === "failed" && "bad")}>
          <Icon of={Paperclip} size="s" />
          <span className="ell" title={name}>
            {name}
          </span>
          <span className="muted nowrap" role={state.kind === "failed" ? "alert" : undefined}>
            {state.kind === "storing" ? "uploading…" : state.kind === "failed" ? state.why : sizeText(size)}
          </span>
          <IconButton icon={X} label={say`Don't send ${name}`} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  );
}
