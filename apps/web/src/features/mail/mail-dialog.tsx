import type { Reply } from "@squadroom/client/call";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
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
type Wanted = { address?: string | null; current?: string; on?: boolean; what?: Mail["what"] };

const KEY = ["mail"] as const;
const SCOPES = ["waiting", "mine"] as const;
const keep = (mail: Mail) => queryClient.setQueryData(KEY, mail);
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Where one gets mail when something waits. */
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
        This server sends no mail. An admin sets SQUADROOM_SMTP_URL and SQUADROOM_MAIL_FROM to
        change that.
      </p>
    );
  const { address, candidate } = mail;
  return (
    <>
      <p className="ink2">
        Get a mail when a decision or question needs you. Its links open the card; opening one
        answers nothing.
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

function useSet(onSet?: (mail: Mail) => void) {
  return useMutation({
    mutationFn: (body: Wanted) => call("setMail", { body }),
    onSuccess: (mail) => {
      keep(mail);
      onSet?.(mail);
    },
    // What a refusal left is shown, too.
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

function AddressForm({ mail, onSent }: { mail: Mail; onSent: () => void }): ReactNode {
  const isOver = mail.address !== null && !mail.isConfirmed;
  const [address, setAddress] = useState(isOver ? (mail.address ?? "") : "");
  const { proof, field } = useProof();
  const [tried, setTried] = useState(false);
  const set = useSet(onSent);
  const isWrong = !isAddress(address.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWrong && !set.isPending) set.mutate({ address: address.trim(), ...proof });
  };
  return (
    <form onSubmit={submit} className="mail-form" noValidate>
      {isOver && (
        <Note tone="warn">
          Mail is off since you were signed out elsewhere, or set a password. Confirm the address
          again.
        </Note>
      )}
      <Field
        label="Your e-mail address"
        type="email"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        autoComplete="email"
        autoFocus
        maxLength={254}
        help="It gets a code first, and nothing else before you enter it here."
        problem={tried && isWrong ? "Enter an address such as ada@example.com." : undefined}
      />
      {field}
      {set.isError && <Note tone="bad">{explain(set.error).message}</Note>}
      <div className="mail-acts">
        <Button kind="primary" type="submit">
          Send a code
        </Button>
      </div>
    </form>
  );
}

function CodeForm({
  mail,
  address,
  onOther,
}: {
  mail: Mail;
  address: string;
  onOther: () => void;
}): ReactNode {
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const digits = code.replace(/\s/g, "");
  const isWrong = !/^\d{8}$/.test(digits);
  const again = useSet();
  const confirm = useMutation({
    mutationFn: () => call("confirmMail", { body: { code: digits } }),
    onSuccess: keep,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWrong && !confirm.isPending) confirm.mutate();
  };
  const failed = confirm.error ?? again.error;
  const old = mail.isConfirmed ? mail.address : null;
  return (
    <form onSubmit={submit} className="mail-form" noValidate>
      <p className="mail-to">
        {mail.codeUntil === null
          ? say`${address} isn't confirmed, and its code no longer works.`
          : say`A code is on its way to ${address}. Enter it here within 30 minutes.`}
      </p>
      {old !== null && <p className="small muted">{say`Until then, mail goes to ${old}.`}</p>}
      <Field
        label="Code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
        problem={tried && isWrong ? "A code has eight digits." : undefined}
      />
      {failed && <Note tone="bad">{explain(failed).message}</Note>}
      <div className="mail-acts">
        <Button kind="primary" type="submit">
          Confirm the address
        </Button>
        <Button kind="ghost" onClick={() => again.mutate({ address })}>
          Send another code
        </Button>
        <Button kind="ghost" onClick={onOther}>
          Use another address
        </Button>
        {old !== null && (
          <Button kind="ghost" onClick={() => again.mutate({ address: old })}>
            Keep the old address
          </Button>
        )}
      </div>
    </form>
  );
}

function Choices({
  mail,
  address,
  onOther,
}: {
  mail: Mail;
  address: string;
  onOther: () => void;
}): ReactNode {
  const set = useSet();
  const remove = useSet(() => toast("The address is removed."));
  const { on, what, sentAt, problem } = mail;
  const failed = set.error ?? remove.error;
  return (
    <div className="mail-form">
      <p className="strong mail-to">{say`Mail goes to ${address}`}</p>
      <div className="fl">
        <span className="label">Send mail</span>
        <Segments
          label="Send mail"
          value={on ? "on" : "off"}
          onChange={(value) => set.mutate({ on: value === "on" })}
          options={(["on", "off"] as const).map((value) => ({ value, label: VALUE[value] }))}
        />
      </div>
      <Select
        label="What you get"
        value={what}
        options={SCOPES.map((value) => ({ value, label: VALUE[value] }))}
        onChange={(value) => set.mutate({ what: SCOPES.find((one) => one === value) ?? what })}
      />
      {problem && (
        <Note tone="warn">
          {say`At ${exactTime(problem.at)}, the mail server said: ${problem.text}`}
          {!on && ` Mail is off: check the address, then switch it on again.`}
        </Note>
      )}
      <p className="small muted">
        {sentAt === null
          ? "No mail has gone out yet."
          : `The last mail went out at ${exactTime(sentAt)}.`}
      </p>
      {failed && <Note tone="bad">{explain(failed).message}</Note>}
      <div className="mail-acts">
        <Button kind="ghost" onClick={onOther}>
          Use another address
        </Button>
        <Button kind="ghost" onClick={() => remove.mutate({ address: null })}>
          Remove the address
        </Button>
      </div>
    </div>
  );
}
