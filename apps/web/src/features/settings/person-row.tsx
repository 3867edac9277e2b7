import type { Reply } from "@squadroom/client/call";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { useSince } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Tile } from "../../ui/tile.tsx";
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

const DANGEROUS: readonly Act[] = ["noAdmin", "deactivate", "signOut"];

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
  const link = useAct("makeLink", { onDone: () => setAsksLink(false) });
  const makes = { body: { personId: id, ...proof } };
  const button = (one: Act) => (
    <Button kind="ghost" aria-label={SERVER_NAMED[one](name)} onClick={() => setAsks(one)}>
      {SERVER_ACT[one]}
    </Button>
  );
  return (
    <li>
      <Tile name={name} person />
      <div className="st-name">
        <b className="strong">{name}</b> {admin && <Tag tone="line">admin</Tag>} {isMe && <Tag tone="line">you</Tag>}{" "}
        {!isActive && <Tag tone="line">deactivated</Tag>}
        <p className="small muted">{isActive ? `here for ${since} · signed in: ${String(signIns)}` : `for ${gone}`}</p>
        {address !== null && <p className="small muted">{say`At the provider: ${address}`}</p>}
        {link.reply && (
          <>
            <p className="small">{say`This link signs ${name} in, once. Send it only to them.`}</p>
            <CommandLine line={link.reply.url} name="sign-in link" />
          </>
        )}
        {link.problem && <Note tone="bad">{link.problem}</Note>}
      </div>
      <div className="st-acts">
        {isActive ? (
          <>
            <Button
              kind="ghost"
              aria-label={say`Create a sign-in link for ${name}`}
              onClick={() => (field ? setAsksLink(true) : void link.send(makes))}
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
        <AskFirst
          asks={asks}
          person={person}
          proof={asks === "admin" ? proof : {}}
          onDone={link.reset}
          onClose={() => setAsks(null)}
        >
          {asks === "admin" && field}
        </AskFirst>
      )}
      {asksLink && (
        <Dialog
          title={say`Create a sign-in link for ${name}`}
          width={440}
          onClose={() => setAsksLink(false)}
          footer={
            <>
              <Button kind="ghost" onClick={() => setAsksLink(false)}>
                Cancel
              </Button>
              <Button kind="primary" onClick={() => void link.send(makes)}>
                Sign-in link
              </Button>
            </>
          }
        >
          {field}
          {link.problem && <Note tone="bad">{link.problem}</Note>}
        </Dialog>
      )}
    </li>
  );
}

function AskFirst({
  asks,
  person: { id: personId, name },
  proof,
  ...rest
}: {
  asks: Act;
  person: Person;
  proof: { current?: string };
  children: ReactNode;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const params = { personId };
  const asked = {
    ...rest,
    changes: PEOPLE,
    said: () => SERVER_DONE[asks](name),
    title: SERVER_ASK[asks](name),
    text: SERVER_MEANS[asks],
    label: SERVER_ACT[asks],
    isDangerous: DANGEROUS.includes(asks),
  };
  switch (asks) {
    case "admin":
    case "noAdmin": {
      const body = { admin: asks === "admin", ...proof };
      return <Confirm {...asked} route="setAdmin" given={{ params, body }} />;
    }
    case "deactivate":
    case "reactivate": {
      const body = { active: asks === "reactivate" };
      return <Confirm {...asked} route="setActive" given={{ params, body }} />;
    }
    case "signOut":
      return <Confirm {...asked} route="endSignIns" given={{ params }} />;
  }
}
