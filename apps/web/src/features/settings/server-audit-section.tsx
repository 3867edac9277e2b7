import type { Reply } from "@squadroom/client/call";
import { useInfiniteQuery } from "@tanstack/react-query";
import { DoorOpen, KeyRound, type LucideIcon, Mail, UserRound, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { Icon } from "../../ui/icon.tsx";
import { isolated } from "../../words/say.tsx";
import { AuditLog } from "./audit-log.tsx";

const SERVER_AUDIT_HOW = {
  link: "a link",
  password: "a password",
  oidc: "the provider",
};

const SERVER_AUDIT_ACTS = {
  signed_in: ({ who, address, how }) => (
    <>
      <b>{isolated(who)}</b> signed in with {how}, from {isolated(address)}
    </>
  ),
  sign_in_failed: ({ whom, address, how }) => (
    <>
      Somebody at {isolated(address)} failed to sign in with {how}, as <b>{isolated(whom)}</b>
    </>
  ),
  restored: ({ who }) => (
    <>
      <b>{isolated(who)}</b> said that the database was restored to an earlier time
    </>
  ),
  signed_out: ({ who }) => (
    <>
      <b>{isolated(who)}</b> signed out
    </>
  ),
  signed_out_elsewhere: ({ who }) => (
    <>
      <b>{isolated(who)}</b> signed out everywhere else
    </>
  ),
  link_made: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> created a sign-in link for <b>{isolated(whom)}</b>
    </>
  ),
  password_set: ({ who }) => (
    <>
      <b>{isolated(who)}</b> set a password
    </>
  ),
  access_token_created: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> created the access token <b>{isolated(whom)}</b>
    </>
  ),
  access_token_revoked: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> revoked the access token <b>{isolated(whom)}</b>
    </>
  ),
  mail_confirmed: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> confirmed the address <b>{isolated(whom)}</b> for mail
    </>
  ),
  mail_stopped: ({ whom }) => (
    <>
      A link in a mail switched off the mail of <b>{isolated(whom)}</b>
    </>
  ),
  person_invited: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> invited <b>{isolated(whom)}</b>
    </>
  ),
  person_joined: ({ who, label }) => (
    <>
      <b>{isolated(who)}</b> joined as {isolated(label)}, by the domain of that address
    </>
  ),
  oidc_connected: ({ who }) => (
    <>
      <b>{isolated(who)}</b> connected their account at the provider
    </>
  ),
  oidc_disconnected: ({ who }) => (
    <>
      <b>{isolated(who)}</b> disconnected their account at the provider
    </>
  ),
  person_deactivated: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> deactivated <b>{isolated(whom)}</b>
    </>
  ),
  person_reactivated: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> reactivated <b>{isolated(whom)}</b>
    </>
  ),
  sign_ins_ended: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> signed <b>{isolated(whom)}</b> out everywhere
    </>
  ),
  admin_given: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> made <b>{isolated(whom)}</b> an admin
    </>
  ),
  admin_taken: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> revoked the admin rights of <b>{isolated(whom)}</b>
    </>
  ),
  room_created: ({ who, room }) => (
    <>
      <b>{isolated(who)}</b> created the room <b>{isolated(room)}</b>
    </>
  ),
  room_removed: ({ who, room }) => (
    <>
      <b>{isolated(who)}</b> removed the room <b>{isolated(room)}</b>
    </>
  ),
  room_exported: ({ who, room }) => (
    <>
      <b>{isolated(who)}</b> exported the whole room <b>{isolated(room)}</b>
    </>
  ),
  room_imported: ({ who, room }) => (
    <>
      <b>{isolated(who)}</b> imported the room <b>{isolated(room)}</b>
    </>
  ),
  person_set: ({ who, whom, room, roles }) => (
    <>
      <b>{isolated(who)}</b> made <b>{isolated(whom)}</b> {isolated(roles)} of {isolated(room)}
    </>
  ),
  person_removed: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> removed <b>{isolated(whom)}</b> from {isolated(room)}
    </>
  ),
  credential_created: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> created a credential for <b>{isolated(whom)}</b> in {isolated(room)}
    </>
  ),
  credential_linked: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> created a connect link for <b>{isolated(whom)}</b> in {isolated(room)}
    </>
  ),
  credential_connected: ({ whom, room, address }) => (
    <>
      Somebody at {isolated(address)} connected <b>{isolated(whom)}</b> in {isolated(room)} with its link
    </>
  ),
  credential_revoked: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> revoked the credential of <b>{isolated(whom)}</b> in {isolated(room)}
    </>
  ),
  webhook_created: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> added a webhook to <b>{isolated(whom)}</b> in {isolated(room)}
    </>
  ),
  webhook_changed: ({ who, whom, room }) => (
    <>
      <b>{isolated(who)}</b> changed the webhook to <b>{isolated(whom)}</b> in {isolated(room)}
    </>
  ),
  webhook_removed: ({ who, room }) => (
    <>
      <b>{isolated(who)}</b> removed a webhook in {isolated(room)}
    </>
  ),
  price_set: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> set the price of <b>{isolated(whom)}</b>
    </>
  ),
  price_removed: ({ who, whom }) => (
    <>
      <b>{isolated(who)}</b> removed the price of <b>{isolated(whom)}</b>
    </>
  ),
  prices_imported: ({ who }) => (
    <>
      <b>{isolated(who)}</b> imported prices
    </>
  ),
} satisfies Record<
  string,
  (of: {
    who: string;
    whom: string;
    room: string;
    address: string;
    how: string;
    label: string;
    roles: string;
  }) => ReactNode
>;

type Entry = Reply<"listServerAudit">["data"][number];

/** Who came in, and who changed permissions: newest first, in pages. */
export function ServerAuditSection(): ReactNode {
  const query = useInfiniteQuery({
    queryKey: ["people", "audit"],
    queryFn: ({ pageParam }) =>
      call("listServerAudit", {
        query: { limit: 25, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <AuditLog
      title="Audit of the server"
      text="Who signed in or failed to, and who changed people, rights, credentials, webhooks and rooms."
      query={query}
      lineOf={(entry) => <Line entry={entry} />}
    />
  );
}

function Line({ entry }: { entry: Entry }): ReactNode {
  const { act, by, subject, room, details } = entry;
  const values = {
    who: by?.name ?? "Squadroom",
    whom: subject ?? "a name or link that nobody has",
    room: room?.name ?? "",
    roles: details.roles?.join(", ") ?? "",
    address: details.address ?? "",
    label: details.label ?? "a name or link that nobody has",
    how: SERVER_AUDIT_HOW[details.how ?? "password"],
  };
  const more = details.more ? ` And ${String(details.more)} more attempts like it before.` : "";
  return (
    <>
      <Icon of={iconOf(act)} size="s" />
      <p>
        {SERVER_AUDIT_ACTS[act](values)}
        {more}
      </p>
    </>
  );
}

function iconOf(act: Entry["act"]): LucideIcon {
  if (/^(?:credential_|access_token_|oidc_|password_set$|link_made$)/.test(act)) return KeyRound;
  if (act.startsWith("webhook_")) return Webhook;
  if (act.startsWith("mail_")) return Mail;
  return act.startsWith("room_") ? DoorOpen : UserRound;
}
