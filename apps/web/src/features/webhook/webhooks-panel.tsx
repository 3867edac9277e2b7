import { type WEBHOOK_FORMS, WEBHOOK_KINDS, type WebhookKind } from "@squadroom/core/webhook/webhook";
import { type ReactNode, useEffect, useState } from "react";
import { useActForm } from "../../act/use-act-form.ts";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import { explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { WebhookItem } from "./webhook-item.tsx";
import { useWebhooks, webhooksKey } from "./webhooks.ts";
import { FORM, KIND } from "./words.ts";
import "./webhooks.css";

/**
 * A room's webhooks: how they are doing, and one more.
 *
 * @param wantsForm somebody came to add one: the focus goes to the form, which says so by `onForm`
 */
export function WebhooksPanel({
  room,
  wantsForm,
  onForm,
}: {
  room: string;
  wantsForm: boolean;
  onForm: () => void;
}): ReactNode {
  const query = useWebhooks(room);
  const [secret, setSecret] = useState<string | null>(null);
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  return (
    <div className="hooks">
      <p className="ink2">
        Tell another program, or a Slack or Discord channel, what happens in this room. Each message is signed and tried
        again until it arrives.
      </p>
      {secret !== null && (
        <section className="hook-secret" aria-label="Its secret, shown only once">
          <h3 className="label">Its secret, shown only once</h3>
          <CommandLine line={secret} name="secret" />
          <p className="small muted">
            Your program checks signatures with it. If you lose it, remove the webhook and add a new one.
          </p>
          <Button onClick={() => setSecret(null)}>I've saved it</Button>
        </section>
      )}
      {query.data.length === 0 ? (
        <Empty title="No webhook yet">Add an address below. It's told what happens from then on.</Empty>
      ) : (
        <ul className="hook-list">
          {query.data.map((webhook) => (
            <WebhookItem key={webhook.id} room={room} webhook={webhook} />
          ))}
        </ul>
      )}
      <AddForm room={room} onSecret={setSecret} isWanted={wantsForm} onWanted={onForm} />
    </div>
  );
}

function AddForm({
  room,
  onSecret,
  isWanted,
  onWanted,
}: {
  room: string;
  onSecret: (secret: string) => void;
  isWanted: boolean;
  onWanted: () => void;
}): ReactNode {
  // Whoever has the address of a chat's webhook can post there.
  const form = useActForm("createWebhook", {
    draft: `webhook:${room}`,
    isSecret: true,
    start: {
      url: "",
      form: "squadroom" as (typeof WEBHOOK_FORMS)[number],
      kinds: WEBHOOK_KINDS as readonly WebhookKind[],
    },
    lacks: ({ url, kinds }) => ({
      url: !isAddress(url.trim()) && "Enter an http or https address.",
      kinds: kinds.length === 0,
    }),
    gives: ({ url, kinds, ...body }) => ({
      params: { room },
      body: { ...body, url: url.trim(), kinds: [...kinds] },
    }),
    changes: webhooksKey(room),
    onDone: ({ secret }) => onSecret(secret),
  });
  const { kinds } = form.value;
  const { ref: box } = form.binding;
  useEffect(() => {
    if (!isWanted) return;
    focusDrawn(() => box.current?.querySelector("input"));
    onWanted();
  }, [isWanted, onWanted, box]);
  return (
    <form {...form.binding} className="hook-form" aria-label="Add a webhook">
      <h3 className="label">Add a webhook</h3>
      <Field
        {...form.at("url")}
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        help="The https:// address of your program. A Slack or Discord webhook works too."
      />
      <Select {...form.at("form")} label="Sent as" labels={FORM} />
      <fieldset className="hook-kinds">
        <legend>Tell it when</legend>
        {WEBHOOK_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ target: { checked } }) =>
                form.edit({
                  kinds: WEBHOOK_KINDS.filter((one) => (one === kind ? checked : kinds.includes(one))),
                })
              }
            />
            {KIND[kind]}
          </label>
        ))}
      </fieldset>
      <DraftKept of={form} />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <p>
        <Button kind="primary" type="submit">
          Add webhook
        </Button>
      </p>
    </form>
  );
}

function isAddress(url: string): boolean {
  return /^https?:\/\/[^/]/.test(url) && URL.canParse(url);
}
