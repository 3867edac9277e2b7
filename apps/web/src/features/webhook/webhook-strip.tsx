import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSince } from "../../clock/time.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Strip } from "../../ui/strip.tsx";
import { say } from "../../words/say.tsx";
import { hostOf, useWebhooks, type Webhook } from "./webhooks.ts";

/** Tells a lead about a webhook that the server switched off, or that gave up on a message. */
export function WebhookStrip({ room, name }: { room: string; name: string }): ReactNode {
  const { data = [] } = useWebhooks(room);
  const troubled = data.find(({ off, gaveUp, failingSince }) => off?.byServer || (gaveUp > 0 && failingSince !== null));
  if (!troubled) return null;
  return (
    <Strip
      tone="lost"
      sign={<Icon of={TriangleAlert} size="s" />}
      actions={
        <Link
          to="/rooms/$room/settings"
          params={{ room: name }}
          search={{ section: "webhooks" }}
          className={buttonClass()}
        >
          Open webhooks
        </Link>
      }
    >
      <Trouble webhook={troubled} />
    </Strip>
  );
}

function Trouble({ webhook: { url, off, failingSince } }: { webhook: Webhook }): ReactNode {
  const since = useSince(failingSince ?? off?.at ?? 0);
  const host = hostOf(url);
  return off
    ? say`The webhook to ${host} was switched off. ${off.reason}`
    : say`The webhook to ${host} gave up on a message; nothing has arrived for ${since}.`;
}
