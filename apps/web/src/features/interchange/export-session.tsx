import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { bytesOf } from "../attachment/index.ts";
import "../../shell/crumb-top.css";

/** Saves a session as a zip of files. */
export function ExportSession({ room, id }: { room: string; id: number }): ReactNode {
  const { send } = useAct("exportSession", {
    told: "toast",
    onDone: ({ name, content }) => saveFile(name, bytesOf(content)),
  });
  const save = (): void => void send({ params: { room, sessionId: String(id) } });
  return (
    <Button kind="ghost" aria-label="Export" title="The session as a zip of files" onClick={save}>
      <Icon of={Download} size="s" />
      <span className="top-word">Export</span>
    </Button>
  );
}
