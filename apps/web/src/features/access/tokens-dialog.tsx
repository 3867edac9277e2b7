import { allRows, type Row } from "@squadroom/client/pages";
import type { TokenScope } from "@squadroom/core/people/token-contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { exactTime } from "../../clock/since.ts";
import { call, explain } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { say } from "../../words/say.tsx";
import { useProof } from "./proof.tsx";
import "./tokens.css";

const DAYS_D = {
  7: "7 days",
  30: "30 days",
  90: "90 days",
  366: "A year",
};

const SCOPE = {
  read: "Read",
  write: "Read and write",
};

type AccessToken = Row<"listAccessTokens">;

const KEY = ["access-tokens"] as const;
const SCOPES: readonly TokenScope[] = ["read", "write"];
const DAYS = ["7", "30", "90", "366"] as const;
type Days = (typeof DAYS)[number];

/** A person's access tokens: what scripts sign in with instead of a cookie. */
export function TokensDialog({ onClose }: { onClose: () => void }): ReactNode {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => allRows(call, "listAccessTokens", {}),
    staleTime: 0,
  });
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  return (
    <Dialog onClose={onClose} title="Access tokens" width={560}>
      <p className="ink2">
        A script that sends one as a bearer token acts as you. It can't change your password or create tokens and
        sign-in links.
      </p>
      {made === null ? (
        <CreateForm onMade={setMade} />
      ) : (
        <section className="tok-made" aria-label={say`${made.name} is ready`}>
          <p className="strong">{say`${made.name} is ready`}</p>
          <p className="small muted">Copy the token now: it is shown only once.</p>
          <CommandLine line={made.token} name="the token" />
          <Button onClick={() => setMade(null)}>I've saved it</Button>
        </section>
      )}
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {query.data?.length === 0 && <p className="small muted">No tokens yet.</p>}
      {query.data && query.data.length > 0 && (
        <ul className="tok-list" aria-label="Access tokens">
          {query.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function CreateForm({ onMade }: { onMade: (made: { name: string; token: string }) => void }): ReactNode {
  const { proof, field } = useProof();
  const form = useActForm("createAccessToken", {
    start: { name: "", scope: "read" as TokenScope },
    own: { days: "90" as Days },
    lacks: ({ name }) => ({
      name: name.trim() === "" && "Name it, so that you know later which one to revoke.",
    }),
    gives: ({ name, scope, days }) => ({
      body: { name: name.trim(), scope, expiresInDays: Number(days), ...proof },
    }),
    changes: KEY,
    onDone: ({ accessToken, token }) => onMade({ name: accessToken.name, token }),
  });
  return (
    <form {...form.binding} className="tok-form" aria-label="New access token">
      <Field
        {...form.at("name")}
        label="Name"
        autoComplete="off"
        help="What the script is for, such as Nightly report."
      />
      {field}
      <div className="tok-choices">
        <div className="fl">
          <span className="label">Access</span>
          <Segments
            {...form.at("scope")}
            label="Access"
            options={SCOPES.map((value) => ({ value, label: SCOPE[value] }))}
          />
        </div>
        <Select
          {...form.at("days")}
          label="Expires after"
          options={DAYS.map((value) => ({ value, label: DAYS_D[value] }))}
        />
        <Button kind="primary" type="submit" className="end">
          Create token
        </Button>
      </div>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}

function TokenRow({ token }: { token: AccessToken }): ReactNode {
  const now = useLiveNow();
  const { id, name, scope, expiresAt, revokedAt } = token;
  const [asks, setAsks] = useState(false);
  const revoke = useAct("revokeAccessToken", {
    told: "toast",
    changes: KEY,
    said: () => say`${name} no longer works.`,
  });
  const hasEnded = revokedAt !== null || expiresAt <= now;
  const life =
    revokedAt !== null
      ? `revoked ${exactTime(revokedAt)}`
      : hasEnded
        ? `expired ${exactTime(expiresAt)}`
        : `until ${exactTime(expiresAt)}`;
  return (
    <li>
      <div className="tok-what">
        <b className={hasEnded ? "muted" : "strong"}>{name}</b>
        <p className="small muted">
          {SCOPE[scope]} · {life}
        </p>
      </div>
      {!hasEnded && (
        <Button
          kind={asks ? "danger" : "ghost"}
          aria-label={asks ? undefined : say`Revoke ${name}`}
          onBlur={() => setAsks(false)}
          onClick={() => (asks ? void revoke.send({ params: { tokenId: id } }) : setAsks(true))}
        >
          {asks ? "Revoke for good" : "Revoke"}
        </Button>
      )}
    </li>
  );
}
