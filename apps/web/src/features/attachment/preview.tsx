import { type Attachment, PICTURE_TYPES, sizeText } from "@squadroom/core/attachment/attachment";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { say } from "../../words/say.tsx";
import { bytesOf, decoded } from "./content.ts";
import "./attachment.css";

/** A file, shown as a picture or as plain text and never as a document of its own: whatever it is, none of it runs. */
export function Preview({
  roomId,
  file,
  onClose,
}: {
  roomId: string;
  file: Attachment;
  onClose: () => void;
}): ReactNode {
  const query = useQuery({
    queryKey: ["attachment", roomId, file.id],
    queryFn: () => call("getAttachment", { params: { room: roomId, attachment: file.id } }),
    gcTime: 60_000,
  });
  const content = query.data?.content;
  return (
    <Dialog
      onClose={onClose}
      title={file.name}
      width={820}
      footer={
        <>
          <p className="small muted ell">
            {file.type}, {sizeText(file.size)}
          </p>
          <Button
            kind="primary"
            off={content === undefined ? "Loading…" : undefined}
            onClick={() => content !== undefined && saveFile(file.name, bytesOf(content))}
          >
            <Icon of={Download} size="s" />
            Download
          </Button>
        </>
      }
    >
      {query.isError ? (
        <Note tone="bad">{explain(query.error).message}</Note>
      ) : content === undefined ? (
        <p className="muted">Loading…</p>
      ) : (
        <FileContent file={file} content={content} />
      )}
    </Dialog>
  );
}

/** A file's content, in base64, as a picture or as text. */
export function FileContent({ file, content }: { file: Attachment; content: string }): ReactNode {
  const isPicture = PICTURE_TYPES.some((type) => type === file.type);
  const text = useMemo(() => (isPicture ? null : textOf(content)), [content, isPicture]);
  if (isPicture) {
    const name = say`${file.name}, a picture`;
    return <img className="file-picture" src={`data:${file.type};base64,${content}`} alt={name} />;
  }
  return text === null ? (
    <p className="muted">There's no preview for this kind of file.</p>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keys too
    <pre className="file-text" tabIndex={0}>
      {text}
    </pre>
  );
}

/** `null` if it isn't text. */
function textOf(content: string): string | null {
  try {
    const text = decoded(content, { fatal: true });
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
