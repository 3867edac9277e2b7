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
import { useProof } from "../access/index.ts";
import { t } from "./words.ts";

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
      if (asks) toast(t(`server.done.${asks}`, { name }));
      setAsks(null);
      link.reset();
      return refreshPeople();
    },
  });
  const button = (one: Act) => (
    <Button
      kind="ghost"
      aria-label={t(`server.named.${one}`, { name })}
      onClick={() => {
        act.reset();
        setAsks(one);
      }}
    >
      {t(`server.act.${one}`)}
    </Button>
  );
  return (
    <li>
      <Tile name={name} person />
      <div className="st-name">
        <b className="strong">{name}</b> {admin && <Tag tone="line">{t("server.admin")}</Tag>}{" "}
        {isMe && <Tag tone="line">{t("server.you")}</Tag>}{" "}
        {!isActive && <Tag tone="line">{t("server.deactivated")}</Tag>}
        <p className="small muted">
          {isActive
            ? `${t("server.since", { since })} · ${t("server.signIns", { n: String(signIns) })}`
            : t("server.gone", { since: gone })}
        </p>
        {address !== null && <p className="small muted">{t("server.connected", { address })}</p>}
        {link.data && (
          <>
            <p className="small">{t("server.linkFor", { name })}</p>
            <CommandLine line={link.data.url} name={t("server.linkName")} />
          </>
        )}
        {link.error && !asksLink && <Note tone="bad">{explain(link.error).message}</Note>}
      </div>
      <div className="st-acts">
        {isActive ? (
          <>
            <Button
              kind="ghost"
              aria-label={t("server.linkNamed", { name })}
              onClick={() => (field ? setAsksLink(true) : link.mutate())}
            >
              {t("server.link")}
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
          title={t(`server.ask.${asks}`, { name })}
          text={t(`server.means.${asks}`)}
          label={t(`server.act.${asks}`)}
          isDangerous={DANGEROUS.includes(asks)}
          act={act}
          onClose={() => setAsks(null)}
        >
          {asks === "admin" && field}
        </Confirm>
      )}
      {asksLink && (
        <Confirm
          title={t("server.linkNamed", { name })}
          label={t("server.link")}
          act={link}
          onClose={() => setAsksLink(false)}
        >
          {field}
        </Confirm>
      )}
    </li>
  );
}
