import { allRows, type Row } from "@squadroom/client/pages";
import type { TokenScope } from "@squadroom/core/people/token-contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { exactTime } from "../../clock/since.ts";
import { call, explain, queryClient } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { useProof } from "./proof.tsx";
import "./token-words.ts";
import "./tokens.css";

const { t } = wordsOf("token");

type AccessToken = Row<"listAccessTokens">;

const KEY = ["access-tokens"] as const;
const SCOPES: readonly TokenScope[] = ["read", "write"];
const DAYS = ["7", "30", "90", "366"] as const;

/** One's access tokens: what scripts sign in with instead of a cookie. */
export function TokensDialog({ onClose }: { onClose: () => void }): ReactNode {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => allRows(call, "listAccessTokens", {}),
    staleTime: 0,
  });
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const again = () => queryClient.invalidateQueries({ queryKey: KEY });
  return (
    <Dialog onClose={onClose} title={t("title")} width={560}>
      <p className="ink2">{t("text")}</p>
      {made === null ? (
        <CreateForm
          onMade={(one) => {
            setMade(one);
            void again();
          }}
        />
      ) : (
        <section className="tok-made" aria-label={t("made", { name: made.name })}>
          <p className="strong">{t("made", { name: made.name })}</p>
          <p className="small muted">{t("madeText")}</p>
          <CommandLine line={made.token} name={t("token")} />
          <Button onClick={() => setMade(null)}>{t("saved")}</Button>
        </section>
      )}
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {query.data?.length === 0 && <p className="small muted">{t("none")}</p>}
      {query.data && query.data.length > 0 && (
        <ul className="tok-list" aria-label={t("title")}>
          {query.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoked={again} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function CreateForm({
  onMade,
}: {
  onMade: (made: { name: string; token: string }) => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState("90");
  const { proof, field } = useProof();
  const [tried, setTried] = useState(false);
  const isMissing = name.trim() === "";
  const create = useMutation({
    mutationFn: () =>
      call("createAccessToken", {
        body: {
          name: name.trim(),
          scope,
          expiresInDays: Number(days),
          ...proof,
        },
      }),
    onSuccess: ({ accessToken, token }) => onMade({ name: accessToken.name, token }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isMissing && !create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit} className="tok-form" aria-label={t("new")}>
      <Field
        label={t("name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
        autoComplete="off"
        help={t("nameHelp")}
        problem={tried && isMissing ? t("nameMissing") : undefined}
      />
      {field}
      <div className="tok-choices">
        <div className="fl">
          <span className="label">{t("scope")}</span>
          <Segments
            label={t("scope")}
            value={scope}
            onChange={setScope}
            options={SCOPES.map((value) => ({ value, label: t(value) }))}
          />
        </div>
        <Select
          label={t("ends")}
          value={days}
          options={DAYS.map((value) => ({ value, label: t(`days.d${value}`) }))}
          onChange={setDays}
        />
        <Button kind="primary" type="submit" className="end">
          {t("create")}
        </Button>
      </div>
      {create.isError && <Note tone="bad">{explain(create.error).message}</Note>}
    </form>
  );
}

function TokenRow({
  token,
  onRevoked,
}: {
  token: AccessToken;
  onRevoked: () => Promise<void>;
}): ReactNode {
  const now = useLiveNow();
  const { id, name, scope, expiresAt, revokedAt } = token;
  const [asks, setAsks] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call("revokeAccessToken", { params: { tokenId: id } }),
    onSuccess: async () => {
      toast(t("wasRevoked", { name }));
      await onRevoked();
    },
    onError: (error) => toast(explain(error).message, { tone: "bad" }),
  });
  const hasEnded = revokedAt !== null || expiresAt <= now;
  const life =
    revokedAt !== null
      ? t("revokedAt", { at: exactTime(revokedAt) })
      : t(hasEnded ? "endedAt" : "until", { at: exactTime(expiresAt) });
  return (
    <li>
      <div className="tok-what">
        <b className={hasEnded ? "muted" : "strong"}>{name}</b>
        <p className="small muted">
          {t(scope)} · {life}
        </p>
      </div>
      {!hasEnded && (
        <Button
          kind={asks ? "danger" : "ghost"}
          aria-label={asks ? undefined : t("revokeNamed", { name })}
          onBlur={() => setAsks(false)}
          onClick={() => (asks ? revoke.mutate() : setAsks(true))}
        >
          {asks ? t("revokeSure") : t("revoke")}
        </Button>
      )}
    </li>
  );
}
