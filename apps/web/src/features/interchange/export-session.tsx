import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toasts.ts";
import { bytesOf } from "../attachment/index.ts";
import "../../shell/crumb-top.css";

/** Saves a session as a zip of files. */
export function ExportSession({ room, id }: { room: string; id: number }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const save = (): void => {
    if (isBusy) return;
    setBusy(true);
    call("exportSession", { params: { room, sessionId: String(id) } })
      .then(({ name, content }) => saveFile(name, bytesOf(content)))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => setBusy(false));
  };
  return (
    <Button kind="ghost" aria-label="Export" title="The session as a zip of files" onClick={save}>
      <Icon of={Download} size="s" />
      <span className="top-word">Export</span>
    </Button>
  );
}
