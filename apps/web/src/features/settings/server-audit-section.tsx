import type { Reply } from "@squadroom/client/call";
import { useInfiniteQuery } from "@tanstack/react-query";
import { DoorOpen, KeyRound, type LucideIcon, Mail, UserRound, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { Icon } from "../../ui/icon.tsx";
import { AuditLog } from "./audit-log.tsx";
import { say, t } from "./words.ts";

type Entry = Reply<"listServerAudit">["data"][number];

/** Who came in, and who changed who may: newest first, in pages. */
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
      title={t("serverAudit.title")}
      text={t("serverAudit.text")}
      query={query}
      lineOf={(entry) => <Line entry={entry} />}
    />
  );
}

function Line({ entry }: { entry: Entry }): ReactNode {
  const { act, by, subject, room, details } = entry;
  const values = {
    who: by?.name ?? t("serverAudit.nobody"),
    whom: subject ?? t("serverAudit.unknown"),
    room: room?.name ?? "",
    roles: details.roles?.join(", ") ?? "",
    address: details.address ?? "",
    label: details.label ?? t("serverAudit.unknown"),
    how: t(`serverAudit.how.${details.how ?? "password"}`),
  };
  const more = details.more ? ` ${t("serverAudit.more", { n: String(details.more) })}` : "";
  return (
    <>
      <Icon of={iconOf(act)} size="s" />
      <p>
        {say(`serverAudit.acts.${act}`, values)}
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
