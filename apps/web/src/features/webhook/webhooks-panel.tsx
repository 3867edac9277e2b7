import { WEBHOOK_FORMS, WEBHOOK_KINDS, type WebhookKind } from "@squadroom/core/webhook/webhook";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import { call, explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { WebhookItem } from "./webhook-item.tsx";
import { refreshWebhooks, useWebhooks } from "./webhooks.ts";
import { FORM, KIND } from "./words.ts";
import "./webhooks.css";

/**
 * A room's webhooks: how they fare, and one more.
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
        Tell another program, or a Slack or Discord channel, what happens in this room. Each message
        is signed and tried again until it arrives.
      </p>
      {secret !== null && (
        <section className="hook-secret" aria-label="Its secret, shown only once">
          <h3 className="label">Its secret, shown only once</h3>
          <CommandLine line={secret} name="secret" />
          <p className="small muted">
            Your program checks signatures with it. If you lose it, remove the webhook and add a new
            one.
          </p>
          <Button onClick={() => setSecret(null)}>I've saved it</Button>
        </section>
      )}
      {query.data.length === 0 ? (
        <Empty title="No webhook yet">
          Add an address below. It's told what happens from then on.
        </Empty>
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

interface Hook {
  url: string;
  form: (typeof WEBHOOK_FORMS)[number];
  kinds: readonly WebhookKind[];
}

const FRESH: Hook = { url: "", form: "squadroom", kinds: WEBHOOK_KINDS };

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
  // The address of a chat's webhook lets whoever has it post there.
  const draft = useDraft<Hook>(`webhook:${room}`, FRESH, true);
  const { url, form, kinds } = draft.value;
  const [isTried, setTried] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    focusDrawn(() => box.current?.querySelector("input"));
    onWanted();
  }, [isWanted, onWanted]);
  const isWrong = !/^https?:\/\/[^/]/.test(url.trim()) || !URL.canParse(url.trim());
  const add = useMutation({
    mutationFn: () =>
      call("createWebhook", {
        params: { room },
        body: { url: url.trim(), form, kinds: [...kinds] },
      }),
    onSuccess: ({ secret }) => {
      draft.discard();
      setTried(false);
      onSecret(secret);
      void refreshWebhooks(room);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWrong && kinds.length > 0 && !add.isPending) add.mutate();
  };
  return (
    <form ref={box} className="hook-form" onSubmit={submit} aria-label="Add a webhook">
      <h3 className="label">Add a webhook</h3>
      <Field
        label="Address"
        value={url}
        onChange={(event) => draft.edit({ url: event.target.value })}
        inputMode="url"
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        help="The https:// address of your program. A Slack or Discord webhook works too."
        problem={isTried && isWrong ? "Enter an http or https address." : undefined}
      />
      <Select
        label="Sent as"
        value={form}
        options={WEBHOOK_FORMS.map((value) => ({ value, label: FORM[value] }))}
        onChange={(value) =>
          draft.edit({ form: WEBHOOK_FORMS.find((one) => one === value) ?? "squadroom" })
        }
      />
      <fieldset className="hook-kinds">
        <legend>Tell it when</legend>
        {WEBHOOK_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ target: { checked } }) =>
                draft.edit({
                  kinds: WEBHOOK_KINDS.filter((one) =>
                    one === kind ? checked : kinds.includes(one),
                  ),
                })
              }
            />
            {KIND[kind]}
          </label>
        ))}
      </fieldset>
      <DraftKept of={draft} />
      {add.isError && <Note tone="bad">{explain(add.error).message}</Note>}
      <p>
        <Button kind="primary" type="submit">
          Add webhook
        </Button>
      </p>
    </form>
  );
}
