import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { WebhooksPanel } from "./webhooks-panel.tsx";
import "./words.ts";

export function WebhooksDialog({
  room,
  onClose,
}: {
  room: string;
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("webhook");
  return (
    <Dialog open onClose={onClose} title={t("title")} width={620} side>
      <WebhooksPanel room={room} />
    </Dialog>
  );
}
