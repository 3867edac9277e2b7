import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSince } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Strip } from "../../ui/strip.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { WebhooksDialog } from "./late-webhooks-dialog.ts";
import { hostOf, useWebhooks, type Webhook } from "./webhooks.ts";
import "./words.ts";

/** Tells a lead of a webhook that the server switched off, or that gave up on a message. */
export function WebhookStrip({ room }: { room: string }): ReactNode {
  const { data = [] } = useWebhooks(room);
  const [isOpen, setOpen] = useState(false);
  const { t } = wordsOf("webhook");
  const troubled = data.find(
    ({ off, gaveUp, failingSince }) => off?.byServer || (gaveUp > 0 && failingSince !== null),
  );
  return (
    <>
      {troubled && (
        <Strip
          tone="lost"
          sign={<Icon of={TriangleAlert} size="s" />}
          actions={<Button onClick={() => setOpen(true)}>{t("strip.open")}</Button>}
        >
          <Trouble webhook={troubled} />
        </Strip>
      )}
      {isOpen && <WebhooksDialog room={room} onClose={() => setOpen(false)} />}
    </>
  );
}

function Trouble({ webhook: { url, off, failingSince } }: { webhook: Webhook }): ReactNode {
  const { t } = wordsOf("webhook");
  const since = useSince(failingSince ?? off?.at ?? 0);
  const host = hostOf(url);
  return off ? t("strip.off", { host, reason: off.reason }) : t("strip.gaveUp", { host, since });
}
