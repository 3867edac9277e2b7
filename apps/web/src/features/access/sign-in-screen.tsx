import type { Reply } from "@squadroom/client/call";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { useUntil } from "../../clock/time.tsx";
import { call, explain, isRefused, queryClient } from "../../live/api.ts";
import { Brand } from "../../shell/brand.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tile } from "../../ui/tile.tsx";
import { useOwnCommand } from "../command/index.ts";
import { deviceOf } from "./device.ts";
import { OidcButton } from "./oidc-button.tsx";
import { t } from "./words.ts";
import "../../shell/sign-in-page.css";

/** Without a link: name and password. With one: what it is for; only the button uses it. */
export function SignInScreen({ link, next }: { link: string | null; next: string }): ReactNode {
  useTitle(t("password.title"));
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">
        {link ? <ByLink link={link} next={next} /> : <ByPassword next={next} />}
      </main>
    </div>
  );
}

function useEnter(next: string): () => void {
  const navigate = useNavigate();
  return () => {
    queryClient.clear();
    void navigate({ href: next, replace: true });
  };
}

/** A page that somebody was on the way to opens for whoever is signed in. */
function GoOn({ next }: { next: string }): ReactNode {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: next, replace: true }), [navigate, next]);
  return <SkeletonRows rows={3} />;
}

function ContinueAs({ name, next }: { name: string; next: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Button className="si-go" onClick={() => void navigate({ href: next, replace: true })}>
      {t("link.continueAs", { name })}
    </Button>
  );
}

function ByLink({ link, next }: { link: string; next: string }): ReactNode {
  const look = useQuery({
    queryKey: ["link", link],
    queryFn: () => call("lookAtLink", { body: { link } }),
    gcTime: 0,
  });
  if (look.isPending) return <SkeletonRows rows={3} />;
  if (look.isError) {
    const isUnknown = isRefused(look.error, "link_unknown", "bad_request");
    // Where it leads is known all the same; who isn't signed in is asked to there.
    if (isUnknown && next !== "/") return <GoOn next={next} />;
    if (isUnknown)
      return (
        <BadLink
          title={t("link.unknown.title")}
          text={t("link.unknown.text")}
          next={next}
          code="link_unknown"
        />
      );
    return <Unreachable error={look.error} onAgain={() => void look.refetch()} />;
  }
  const { state, usedAt, expiresAt, signedIn } = look.data;
  if (signedIn?.isSame && next !== "/") return <GoOn next={next} />;
  const other = signedIn && !signedIn.isSame ? signedIn.name : null;
  if (state === "used")
    return (
      <BadLink
        title={t("link.used.title", { at: clockOf(usedAt ?? expiresAt) })}
        text={t("link.used.text")}
        next={next}
        other={other}
        code="link_used"
      />
    );
  if (state === "expired")
    return (
      <BadLink
        title={t("link.expired.title", { at: clockOf(expiresAt) })}
        text={t("link.expired.text")}
        next={next}
        other={other}
        code="link_expired"
      />
    );
  return (
    <OpenLink
      link={link}
      state={look.data}
      next={next}
      other={other}
      onStale={() => void look.refetch()}
    />
  );
}

function OpenLink({
  link,
  state,
  next,
  other,
  onStale,
}: {
  link: string;
  state: Reply<"lookAtLink">;
  next: string;
  /** Somebody else is signed in here. */
  other: string | null;
  onStale: () => void;
}): ReactNode {
  const enter = useEnter(next);
  const ends = useUntil(state.expiresAt);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const isFirst = state.name === null;
  const missing = isFirst && name.trim() === "";
  const signIn = useMutation({
    mutationFn: () => call("signIn", { body: isFirst ? { link, name: name.trim() } : { link } }),
    onSuccess: enter,
    onError: (error) => {
      if (isRefused(error, "link_used", "link_expired", "link_unknown")) onStale();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!missing && !signIn.isPending) signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      {!isFirst && <Tile name={state.name ?? ""} person big />}
      <h1>{isFirst ? t("link.first") : t("link.as", { name: state.name ?? "" })}</h1>
      <p className="read">
        {isFirst ? t("link.firstText") : t("link.text", { at: clockOf(state.createdAt) })}
      </p>
      {isFirst && (
        <div className="si-name">
          <Field
            label={t("link.name")}
            help={t("link.nameHelp")}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoFocus
            autoComplete="name"
            maxLength={60}
            problem={tried && missing ? t("link.nameMissing") : undefined}
          />
        </div>
      )}
      <dl className="kv si-facts">
        <dt>{t("link.server")}</dt>
        <dd className="mono">{location.host}</dd>
        <dt>{t("link.device")}</dt>
        <dd>{deviceOf(navigator.userAgent)}</dd>
        <dt>{t("link.stays")}</dt>
        <dd>{t("link.staysValue")}</dd>
        <dt>{t("link.ends")}</dt>
        <dd>{ends}</dd>
      </dl>
      {signIn.isError && <Note tone="bad">{explain(signIn.error).message}</Note>}
      <Button kind="primary" type="submit" keys="Enter" className="si-go" autoFocus={!isFirst}>
        {other === null ? t("link.button") : t("link.as", { name: state.name ?? "" })}
      </Button>
      {other !== null && <ContinueAs name={other} next={next} />}
      {state.isInvitation && <OidcButton link={link} next={next} />}
      <p className="small muted si-foot">{t("link.notYou")}</p>
    </form>
  );
}

function BadLink({
  title,
  text,
  next,
  code,
  other = null,
}: {
  title: string;
  text: string;
  next: string;
  code: string;
  other?: string | null;
}): ReactNode {
  return (
    <div className="si-bad">
      <Problem icon={KeyRound} tone="warn" title={title} code={code} isScreen>
        <p>{text}</p>
        <NewLink />
      </Problem>
      {other !== null && <ContinueAs name={other} next={next} />}
      <h2 className="label si-or">{t("link.or")}</h2>
      <PasswordForm next={next} />
    </div>
  );
}

function ByPassword({ next }: { next: string }): ReactNode {
  return (
    <>
      <h1>{t("password.title")}</h1>
      <p className="read">{t("password.text")}</p>
      <PasswordForm next={next} />
      <div className="si-foot">
        <NewLink />
      </div>
    </>
  );
}

/** On the server's machine the line that makes a link, ready to run; elsewhere whom to ask. */
function NewLink(): ReactNode {
  const command = useOwnCommand();
  return (
    <>
      <p className="small muted">{command ? t("newLink.here") : t("newLink.elsewhere")}</p>
      {command && <CommandLine line={`${command} signin`} />}
    </>
  );
}

export function PasswordForm({ next }: { next: string }): ReactNode {
  const enter = useEnter(next);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => call("signIn", { body: { name: name.trim(), password } }),
    onSuccess: enter,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && password !== "" && !signIn.isPending) signIn.mutate();
  };
  return (
    <form onSubmit={submit} className="si-form">
      <Field
        label={t("password.name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="username"
        required
      />
      <Field
        label={t("password.password")}
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        required
      />
      {signIn.isError && <Note tone="bad">{wordsFor(signIn.error)}</Note>}
      <Button kind="primary" type="submit" keys="Enter" className="si-go">
        {t("password.button")}
      </Button>
      <OidcButton next={next} />
    </form>
  );
}

function wordsFor(error: unknown): string {
  if (isRefused(error, "sign_in_failed")) return t("password.failed");
  if (isRefused(error, "rate_limited"))
    return t("password.slow", { n: Number(error.refusal.details.retryAfterS ?? 60) });
  return explain(error).message;
}
