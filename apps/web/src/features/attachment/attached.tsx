import { type Attachment, sizeText } from "@squadroom/core/attachment/attachment";
import { FileText, Image } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { say } from "../../words/say.tsx";
import "./attachment.css";

const Preview = late(() => import("./preview.tsx").then((module) => module.Preview));

/** The files of a message; each opens in front of the room. */
export function Attached({
  roomId,
  files = [],
}: {
  roomId: string;
  files: readonly Attachment[] | undefined;
}): ReactNode {
  const [open, setOpen] = useState<Attachment | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="files" aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className="file-chip"
              aria-label={say`Open ${file.name}, ${sizeText(file.size)}`}
              onClick={() => setOpen(file)}
            >
              <Icon of={file.type.startsWith("image/") ? Image : FileText} size="s" />
              <span className="ell" title={file.name}>
                {file.name}
              </span>
              <span className="muted nowrap">{sizeText(file.size)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && <Preview roomId={roomId} file={open} onClose={() => setOpen(null)} />}
    </>
  );
}
