import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { exactTime } from "../../clock/since.ts";
import { call, explain, queryClient } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { useProof } from "../access/index.ts";
import "./mail.css";

const VALUE = {
  off: "Off",
  on: "On",
  waiting: "Everything that needs you",
  mine: "Only what is handed to you",
};

type Mail = Reply<"getMail">;

const KEY = ["mail"] as const;
const SCOPES = ["waiting", "mine"] as const;
const keep = (mail: Mail) => queryClient.setQueryData(KEY, mail);
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Where a person gets mail when something waits. */
export function MailDialog({ onClose }: { onClose: () => void }): ReactNode {
  const query = useQuery({ queryKey: KEY, queryFn: () => call("getMail"), staleTime: 0 });
  return (
    <Dialog onClose={onClose} title="E-mail" width={480}>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {query.data && <OfServer mail={query.data} />}
    </Dialog>
  );
}

function OfServer({ mail }: { mail: Mail }): ReactNode {
  const [other, setOther] = useState(false);
  if (!mail.isAvailable)
    return (
      <p className="ink2">
        This server sends no mail. An admin sets SQUADROOM_SMTP_URL and SQUADROOM_MAIL_FROM to change that.
      </p>
    );
  const { address, candidate } = mail;
  return (
    <>
      <p className="ink2">
        Get a mail when a decision or question needs you. Its links open the card; opening one answers nothing.
      </p>
      {candidate !== null && !other ? (
        <CodeForm mail={mail} address={candidate} onOther={() => setOther(true)} />
      ) : address !== null && mail.isConfirmed && !other ? (
        <Choices mail={mail} address={address} onOther={() => setOther(true)} />
      ) : (
        <AddressForm mail={mail} onSent={() => setOther(false)} />
      )}
    </>
  );
}

/** A refusal changes something too, which is read again. */
function useSet(onSet?: (mail: Mail) => void) {
  return useAct("setMail", {
    changes: KEY,
    onDone: (mail) => {
      keep(mail);
      onSet?.(mail);
    },
  });
}

function AddressForm({ mail, onSent }: { mail: Mail; onSent: () => void }): ReactNode {
  const isOver = mail.address !== null && !mail.isConfirmed;
  const { proof, field } = useProof();
  const form = useActForm("setMail", {
    start: { address: isOver ? (mail.address ?? "") : "" },
    lacks: ({ address }) => ({
      address: !isAddress(address.trim()) && "Enter an address such as ada@example.com.",
    }),
    gives: ({ address }) => ({ body: { address: address.trim(), ...proof } }),
    changes: KEY,
    onDone: (set) => {
      keep(set);
      onSent();
    },
  });
  return (
    <ActForm form={form} label="Send a code" className="mail-form" acts="mail-acts">
      {isOver && (
        <Note tone="warn">
          Mail is off since you were signed out elsewhere, or set a password. Confirm the address again.
        </Note>
      )}
      <Field
        {...form.at("address")}
        label="Your e-mail address"
        type="email"
        autoComplete="email"
        autoFocus
        help="It gets a code first, and nothing else before you enter it here."
      />
      {field}
    </ActForm>
  );
}

function CodeForm({ mail, address, onOther }: { mail: Mail; address: string; onOther: () => void }): ReactNode {
  const again = useSet();
  const digitsIn = (code: string): string => code.replace(/\s/g, "");
  const form = useActForm("confirmMail", {
    start: { code: "" },
    lacks: ({ code }) => ({ code: !/^\d{8}$/.test(digitsIn(code)) && "A code has eight digits." }),
    gives: ({ code }) => ({ body: { code: digitsIn(code) } }),
    onDone: keep,
  });
  const old = mail.isConfirmed ? mail.address : null;
  return (
    <ActForm
      form={{ ...form, problem: form.problem ?? again.problem }}
      label="Confirm the address"
      className="mail-form"
      acts="mail-acts"
      more={
        <>
          <Button kind="ghost" onClick={() => void again.send({ body: { address } })}>
            Send another code
          </Button>
          <Button kind="ghost" onClick={onOther}>
            Use another address
          </Button>
          {old !== null && (
            <Button kind="ghost" onClick={() => void again.send({ body: { address: old } })}>
              Keep the old address
            </Button>
          )}
        </>
      }
    >
      <p className="mail-to">
        {mail.codeUntil === null
          ? say`${address} isn't confirmed, and its code no longer works.`
          : say`A code is on its way to ${address}. Enter it here within 30 minutes.`}
      </p>
      {old !== null && <p className="small muted">{say`Until then, mail goes to ${old}.`}</p>}
      <Field
        {...form.at("code")}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
      />
    </ActForm>
  );
}

function Choices({ mail, address, onOther }: { mail: Mail; address: string; onOther: () => void }): ReactNode {
  const set = useSet();
  const remove = useSet(() => toast("The address is removed."));
  const { on, what, sentAt, problem } = mail;
  const failed = set.problem ?? remove.problem;
  return (
    <div className="mail-form">
      <p className="strong mail-to">{say`Mail goes to ${address}`}</p>
      <div className="fl">
        <span className="label">Send mail</span>
        <Segments
          label="Send mail"
          value={on ? "on" : "off"}
          onChange={(value) => void set.send({ body: { on: value === "on" } })}
          options={(["on", "off"] as const).map((value) => ({ value, label: VALUE[value] }))}
        />
      </div>
      <Select
        label="What you get"
        value={what}
        options={SCOPES.map((value) => ({ value, label: VALUE[value] }))}
        onChange={(value) => void set.send({ body: { what: value } })}
      />
      {problem && (
        <Note tone="warn">
          {say`At ${exactTime(problem.at)}, the mail server said: ${problem.text}`}
          {!on && ` Mail is off: check the address, then switch it on again.`}
        </Note>
      )}
      <p className="small muted">
        {sentAt === null ? "No mail has gone out yet." : `The last mail went out at ${exactTime(sentAt)}.`}
      </p>
      {failed && <Note tone="bad">{failed}</Note>}
      <div className="mail-acts">
        <Button kind="ghost" onClick={onOther}>
          Use another address
        </Button>
        <Button kind="ghost" onClick={() => void remove.send({ body: { address: null } })}>
          Remove the address
        </Button>
      </div>
    </div>
  );
}
