import type { Reply } from "@squadroom/client/call";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSince } from "../../clock/time.tsx";
import { call, explain, queryClient } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Tile } from "../../ui/tile.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { useProof } from "../access/index.ts";

const SERVER_DONE = {
  admin: (name) => say`${name} is an admin now.`,
  noAdmin: (name) => say`${name} is no longer an admin.`,
  deactivate: (name) => say`${name} is deactivated.`,
  reactivate: (name) => say`${name} can sign in again.`,
  signOut: (name) => say`${name} is signed out everywhere.`,
} satisfies Record<string, (name: string) => string>;

const SERVER_NAMED = {
  admin: (name) => say`Make ${name} an admin`,
  noAdmin: (name) => say`Revoke ${name}'s admin rights`,
  deactivate: (name) => say`Deactivate ${name}`,
  reactivate: (name) => say`Reactivate ${name}`,
  signOut: (name) => say`Sign ${name} out everywhere`,
} satisfies Record<string, (name: string) => string>;

const SERVER_ACT = {
  admin: "Make admin",
  noAdmin: "Revoke admin",
  deactivate: "Deactivate",
  reactivate: "Reactivate",
  signOut: "Sign out",
};

const SERVER_ASK = {
  admin: (name) => say`Make ${name} an admin?`,
  noAdmin: (name) => say`Revoke ${name}'s admin rights?`,
  deactivate: (name) => say`Deactivate ${name}?`,
  reactivate: (name) => say`Reactivate ${name}?`,
  signOut: (name) => say`Sign ${name} out everywhere?`,
} satisfies Record<string, (name: string) => string>;

const SERVER_MEANS = {
  admin: "Admins own every room, invite people and create their sign-in links.",
  noAdmin: "They keep the rooms where they have a role.",
  deactivate:
    "They're signed out everywhere within a second, and can't sign in again. What they did stays; if you reactivate them, they have their roles back.",
  reactivate: "They can sign in again, with the roles they had.",
  signOut: "Every sign-in and unused link ends within a second. They can sign in again.",
};

export type Person = Reply<"listPeople">["data"][number];
type Act = "admin" | "noAdmin" | "deactivate" | "reactivate" | "signOut";

export const PEOPLE = ["people"] as const;

export function refreshPeople(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: PEOPLE });
}

const DANGEROUS: readonly Act[] = ["noAdmin", "deactivate", "signOut"];

function send(act: Act, personId: string, proof: { current?: string }): Promise<unknown> {
  const params = { personId };
  switch (act) {
    case "admin":
      return call("setAdmin", { params, body: { admin: true, ...proof } });
    case "noAdmin":
      return call("setAdmin", { params, body: { admin: false } });
    case "deactivate":
    case "reactivate":
      return call("setActive", { params, body: { active: act === "reactivate" } });
    case "signOut":
      return call("endSignIns", { params });
  }
}

/** Somebody who can sign in, or could, and what an admin may do about it. */
export function PersonRow({
  person,
  isMe,
  isOnlyAdmin,
}: {
  person: Person;
  isMe: boolean;
  /** Nobody else could manage the server: they stay admin. */
  isOnlyAdmin: boolean;
}): ReactNode {
  const { id, name, admin, deactivatedAt, signIns, address } = person;
  const isActive = deactivatedAt === null;
  const since = useSince(person.createdAt);
  const gone = useSince(deactivatedAt ?? person.createdAt);
  const [asks, setAsks] = useState<Act | null>(null);
  const { proof, field } = useProof();
  const [asksLink, setAsksLink] = useState(false);
  const link = useMutation({
    mutationFn: () => call("makeLink", { body: { personId: id, ...proof } }),
    onSuccess: () => setAsksLink(false),
  });
  const act = useMutation({
    mutationFn: () => send(asks ?? "signOut", id, proof),
    onSuccess: () => {
      if (asks) toast(SERVER_DONE[asks](name));
      setAsks(null);
      link.reset();
      return refreshPeople();
    },
  });
  const button = (one: Act) => (
    <Button
      kind="ghost"
      aria-label={SERVER_NAMED[one](name)}
      onClick={() => {
        act.reset();
        setAsks(one);
      }}
    >
      {SERVER_ACT[one]}
    </Button>
  );
  return (
    <li>
      <Tile name={name} person />
      <div className="st-name">
        <b className="strong">{name}</b> {admin && <Tag tone="line">admin</Tag>}{" "}
        {isMe && <Tag tone="line">you</Tag>} {!isActive && <Tag tone="line">deactivated</Tag>}
        <p className="small muted">
          {isActive ? `here for ${since} · signed in: ${String(signIns)}` : `for ${gone}`}
        </p>
        {address !== null && <p className="small muted">{say`At the provider: ${address}`}</p>}
        {link.data && (
          <>
            <p className="small">{say`This link signs ${name} in, once. Send it only to them.`}</p>
            <CommandLine line={link.data.url} name="sign-in link" />
          </>
        )}
        {link.error && !asksLink && <Note tone="bad">{explain(link.error).message}</Note>}
      </div>
      <div className="st-acts">
        {isActive ? (
          <>
            <Button
              kind="ghost"
              aria-label={say`Create a sign-in link for ${name}`}
              onClick={() => (field ? setAsksLink(true) : link.mutate())}
            >
              Sign-in link
            </Button>
            {signIns > 0 && !isMe && button("signOut")}
            {!isOnlyAdmin && button(admin ? "noAdmin" : "admin")}
            {!isMe && button("deactivate")}
          </>
        ) : (
          button("reactivate")
        )}
      </div>
      {asks && (
        <Confirm
          title={SERVER_ASK[asks](name)}
          text={SERVER_MEANS[asks]}
          label={SERVER_ACT[asks]}
          isDangerous={DANGEROUS.includes(asks)}
          act={act}
          onClose={() => setAsks(null)}
        >
          {asks === "admin" && field}
        </Confirm>
      )}
      {asksLink && (
        <Confirm
          title={say`Create a sign-in link for ${name}`}
          label="Sign-in link"
          act={link}
          onClose={() => setAsksLink(false)}
        >
          {field}
        </Confirm>
      )}
    </li>
  );
}
