import { type ReactNode, useState } from "react";
import { Since, useSince, useUntil } from "../../clock/time.tsx";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { change, type Delivery, useDeliveries, type Webhook } from "./webhooks.ts";
import { t } from "./words.ts";

/** One webhook: whether it works, what to do with it, and what was sent. */
export function WebhookItem({ room, webhook }: { room: string; webhook: Webhook }): ReactNode {
  const { id: webhookId, url, form, kinds, off, failingSince, waiting, gaveUp } = webhook;
  const [isShown, setShown] = useState(false);
  const [asks, setAsks] = useState(false);
  const since = useSince(failingSince ?? 0);
  const params = { room, webhookId };
  const tone = off ? "plain" : failingSince ? "bad" : "ok";
  const state = off ? "off" : failingSince ? "failing" : "on";
  return (
    <li className="hook">
      <p className="hook-head">
        <span className="hook-url mono">{url}</span>
        <Tag tone={tone}>{t(`state.${state}`)}</Tag>
      </p>
      <p className="small muted">
        {[t(`form.${form}`), ...kinds.map((kind) => t(`kind.${kind}`))].join(" · ")}
      </p>
      {off && <Note tone={off.byServer ? "warn" : "plain"}>{off.reason}</Note>}
      {!off && failingSince !== null && (
        <Note tone="warn">
          {[
            t("state.failingSince", { since }),
            waiting > 0 ? t("state.waiting", { count: waiting }) : "",
            gaveUp > 0 ? t("state.gaveUp", { count: gaveUp }) : "",
          ]
            .filter((part) => part !== "")
            .join(" ")}
        </Note>
      )}
      <p className="hook-acts">
        {!off && (
          <Button
            onClick={async () => {
              // A list that is asked for before the test is sent may lack it.
              await change(room, call("testWebhook", { params }), t("act.tested"));
              setShown(true);
            }}
          >
            {t("act.test")}
          </Button>
        )}
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t("act.hide") : t("act.show")}
        </Button>
        <Button
          onClick={() =>
            void change(room, call("updateWebhook", { params, body: { on: off !== null } }))
          }
        >
          {off ? t("act.switchOn") : t("act.switchOff")}
        </Button>
        <Button
          kind={asks ? "danger" : "ghost"}
          onBlur={() => setAsks(false)}
          onClick={() =>
            asks ? void change(room, call("removeWebhook", { params })) : setAsks(true)
          }
        >
          {asks ? t("act.removeSure") : t("act.remove")}
        </Button>
      </p>
      {isShown && <Deliveries room={room} webhookId={webhookId} isOff={off !== null} />}
    </li>
  );
}

function Deliveries({
  room,
  webhookId,
  isOff,
}: {
  room: string;
  webhookId: string;
  isOff: boolean;
}): ReactNode {
  const query = useDeliveries(room, webhookId);
  const rows = query.data?.pages.flatMap(({ data: deliveries }) => deliveries) ?? [];
  if (query.isPending) return null;
  if (rows.length === 0) return <p className="small muted">{t("delivery.none")}</p>;
  return (
    <>
      <ol className="hook-sent" aria-label={t("act.show")}>
        {rows.map((delivery) => (
          <Sent
            key={delivery.id}
            delivery={delivery}
            onAgain={
              isOff || (delivery.state === "pending" && delivery.attempts.length === 0)
                ? null
                : () =>
                    void change(
                      room,
                      call("redeliverWebhook", {
                        params: { room, webhookId, deliveryId: delivery.id },
                      }),
                      t("act.sentAgain"),
                    )
            }
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()}>{t("act.more")}</Button>
      )}
    </>
  );
}

const TONES = { pending: "wait", delivered: "ok", gave_up: "bad" } as const;

function Sent({
  delivery,
  onAgain,
}: {
  delivery: Delivery;
  onAgain: (() => void) | null;
}): ReactNode {
  const { state, text, attempts, nextAt, createdAt } = delivery;
  const last = attempts.at(-1);
  const until = useUntil(nextAt ?? 0);
  const facts = [
    ...(attempts.length > 0 ? [t("delivery.attempts", { count: attempts.length })] : []),
    ...(last
      ? [
          t("delivery.attempt", {
            status: last.status ?? t("delivery.noAnswer"),
            latency: last.latencyMs,
          }),
        ]
      : []),
    ...(last?.error ? [last.error] : []),
    ...(nextAt !== null && last ? [t("delivery.next", { until })] : []),
  ];
  return (
    <li>
      <Tag tone={TONES[state]}>{t(`delivery.${state}`)}</Tag>
      <span className="hook-line">{text}</span>
      <Since at={createdAt} short className="small muted" />
      <span className="small muted hook-facts">
        {facts.join(" · ")}
        {last && last.response !== "" && <code>{last.response.slice(0, 200)}</code>}
      </span>
      {onAgain && (
        <Button kind="ghost" onClick={onAgain}>
          {t("act.again")}
        </Button>
      )}
    </li>
  );
}
