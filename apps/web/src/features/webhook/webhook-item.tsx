import { counted } from "@squadroom/core/kernel/words";
import { type ReactNode, useState } from "react";
import { useAct, useActs } from "../../act/use-act.ts";
import { Since, useSince, useUntil } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Delivery, useDeliveries, type Webhook, webhooksKey } from "./webhooks.ts";
import { FORM, KIND } from "./words.ts";

const STATE = {
  on: "on",
  off: "off",
  failing: "failing",
};

const DELIVERY = {
  pending: "waiting",
  delivered: "delivered",
  gave_up: "given up",
};

/** One webhook: whether it works, what to do with it, and what was sent. */
export function WebhookItem({ room, webhook }: { room: string; webhook: Webhook }): ReactNode {
  const { id: webhookId, url, form, kinds, off, failingSince, waiting, gaveUp } = webhook;
  const [isShown, setShown] = useState(false);
  const [asks, setAsks] = useState(false);
  const since = useSince(failingSince ?? 0);
  const params = { room, webhookId };
  const { send } = useActs("toast", webhooksKey(room));
  const tone = off ? "plain" : failingSince ? "bad" : "ok";
  const state = off ? "off" : failingSince ? "failing" : "on";
  return (
    <li className="hook">
      <p className="hook-head">
        <span className="hook-url mono">{url}</span>
        <Tag tone={tone}>{STATE[state]}</Tag>
      </p>
      <p className="small muted">{[FORM[form], ...kinds.map((kind) => KIND[kind])].join(" · ")}</p>
      {off && <Note tone={off.byServer ? "warn" : "plain"}>{off.reason}</Note>}
      {!off && failingSince !== null && (
        <Note tone="warn">
          {[
            `Nothing has arrived for ${since}.`,
            waiting > 0 ? `${waiting} waiting` : "",
            gaveUp > 0 ? `${gaveUp} given up` : "",
          ]
            .filter((part) => part !== "")
            .join(" ")}
        </Note>
      )}
      <p className="hook-acts">
        {!off && (
          <Button
            onClick={() =>
              void send(
                "testWebhook",
                { params },
                // A list requested before the test is sent may lack it.
                { said: () => "A test is on its way.", onDone: () => setShown(true) },
              )
            }
          >
            Send a test
          </Button>
        )}
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide what was sent" : "What was sent"}
        </Button>
        <Button onClick={() => void send("updateWebhook", { params, body: { on: off !== null } })}>
          {off ? "Switch on" : "Switch off"}
        </Button>
        <Button
          kind={asks ? "danger" : "ghost"}
          onBlur={() => setAsks(false)}
          onClick={() => (asks ? void send("removeWebhook", { params }) : setAsks(true))}
        >
          {asks ? "Remove for good" : "Remove"}
        </Button>
      </p>
      {isShown && <Deliveries room={room} webhookId={webhookId} isOff={off !== null} />}
    </li>
  );
}

function Deliveries({ room, webhookId, isOff }: { room: string; webhookId: string; isOff: boolean }): ReactNode {
  const query = useDeliveries(room, webhookId);
  const again = useAct("redeliverWebhook", {
    told: "toast",
    changes: webhooksKey(room),
    said: () => "It is on its way again.",
  });
  const rows = query.data?.pages.flatMap(({ data: deliveries }) => deliveries) ?? [];
  if (query.isPending) return null;
  if (rows.length === 0) return <p className="small muted">Nothing sent yet. Send a test to see whether it arrives.</p>;
  return (
    <>
      <ol className="hook-sent" aria-label="What was sent">
        {rows.map((delivery) => (
          <Sent
            key={delivery.id}
            delivery={delivery}
            onAgain={
              isOff || (delivery.state === "pending" && delivery.attempts.length === 0)
                ? null
                : () => void again.send({ params: { room, webhookId, deliveryId: delivery.id } })
            }
          />
        ))}
      </ol>
      {query.hasNextPage && <Button onClick={() => void query.fetchNextPage()}>Load older messages</Button>}
    </>
  );
}

const TONES = { pending: "wait", delivered: "ok", gave_up: "bad" } as const;

function Sent({ delivery, onAgain }: { delivery: Delivery; onAgain: (() => void) | null }): ReactNode {
  const { state, text, attempts, nextAt, createdAt } = delivery;
  const last = attempts.at(-1);
  const until = useUntil(nextAt ?? 0);
  const facts = [
    ...(attempts.length > 0 ? [counted(attempts.length, "attempt")] : []),
    ...(last ? [`${last.status ?? "no answer"}, ${last.latencyMs} ms`] : []),
    ...(last?.error ? [last.error] : []),
    ...(nextAt !== null && last ? [`next try ${until}`] : []),
  ];
  return (
    <li>
      <Tag tone={TONES[state]}>{DELIVERY[state]}</Tag>
      <span className="hook-line">{text}</span>
      <Since at={createdAt} short className="small muted" />
      <span className="small muted hook-facts">
        {facts.join(" · ")}
        {last && last.response !== "" && <code>{last.response.slice(0, 200)}</code>}
      </span>
      {onAgain && (
        <Button kind="ghost" onClick={onAgain}>
          Send again
        </Button>
      )}
    </li>
  );
}
