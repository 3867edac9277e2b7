import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useActForm } from "../../act/use-act-form.ts";
import { clockOf } from "../../clock/since.ts";
import { useUntil } from "../../clock/time.tsx";
import { call, isRefused, queryClient } from "../../live/api.ts";
import { Brand } from "../../shell/brand.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tile } from "../../ui/tile.tsx";
import { say } from "../../words/say.tsx";
import { OwnCommand, useOwnCommand } from "../command/index.ts";
import { deviceOf } from "./device.ts";
import { OidcButton } from "./oidc-button.tsx";
import "../../shell/sign-in-page.css";

/** Without a link: name and password. With one: what it is for; only the button uses it. */
export function SignInScreen({ link, next }: { link: string | null; next: string }): ReactNode {
  useTitle("Sign in");
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">{link ? <ByLink link={link} next={next} /> : <ByPassword next={next} />}</main>
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

/** The page that a person was on the way to, for somebody who is already signed in. */
function GoOn({ next }: { next: string }): ReactNode {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: next, replace: true }), [navigate, next]);
  return <SkeletonRows rows={3} />;
}

function ContinueAs({ name, next }: { name: string; next: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Button className="si-go" onClick={() => void navigate({ href: next, replace: true })}>
      {say`Continue as ${name}`}
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
    // Where it leads is known all the same; somebody who isn't signed in is asked to do so there.
    if (isUnknown && next !== "/") return <GoOn next={next} />;
    if (isUnknown)
      return (
        <BadLink
          title="This server doesn't know this link"
          text="It may belong to another server, or part of it got lost when it was copied."
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
        title={`This link was used at ${clockOf(usedAt ?? expiresAt)}`}
        text="Each link works once. If that wasn't you, set a password or ask the server's admin to end that sign-in."
        next={next}
        other={other}
        code="link_used"
      />
    );
  if (state === "expired")
    return (
      <BadLink
        title={`This link expired at ${clockOf(expiresAt)}`}
        text="Sign-in links work for a short time only."
        next={next}
        other={other}
        code="link_expired"
      />
    );
  return <OpenLink link={link} state={look.data} next={next} other={other} onStale={() => void look.refetch()} />;
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
  const isFirst = state.name === null;
  const form = useActForm("signIn", {
    start: { name: "" },
    lacks: ({ name }) => ({
      name: isFirst && name.trim() === "" && "Your team needs something to call you.",
    }),
    gives: ({ name }) => ({ body: isFirst ? { link, name: name.trim() } : { link } }),
    onDone: enter,
    onFail: (error) => isRefused(error, "link_used", "link_expired", "link_unknown") && onStale(),
  });
  return (
    <form {...form.binding}>
      {!isFirst && <Tile name={state.name ?? ""} person big />}
      <h1>{isFirst ? "Welcome to Squadroom" : say`Sign in as ${state.name ?? ""}`}</h1>
      <p className="read">
        {isFirst
          ? "You're the first one here, so you become this server's admin. The link works once, on the device where you press the button."
          : `This link was created for you at ${clockOf(state.createdAt)}. It works once, on the device where you press the button.`}
      </p>
      {isFirst && (
        <div className="si-name">
          <Field {...form.at("name")} label="Your name" help="As your team sees it." autoFocus autoComplete="name" />
        </div>
      )}
      <dl className="kv si-facts">
        <dt>Server</dt>
        <dd className="mono">{location.host}</dd>
        <dt>This device</dt>
        <dd>{deviceOf(navigator.userAgent)}</dd>
        <dt>Stays signed in</dt>
        <dd>30 days, or until you sign out</dd>
        <dt>Link expires</dt>
        <dd>{ends}</dd>
      </dl>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Button kind="primary" type="submit" keys="Enter" className="si-go" autoFocus={!isFirst}>
        {other === null ? "Sign in on this device" : say`Sign in as ${state.name ?? ""}`}
      </Button>
      {other !== null && <ContinueAs name={other} next={next} />}
      {state.isInvitation && <OidcButton link={link} next={next} />}
      <p className="small muted si-foot">Not you? Close this page: opening the link doesn't use it up.</p>
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
      <h2 className="label si-or">Or sign in with your password</h2>
      <PasswordForm next={next} />
    </div>
  );
}

function ByPassword({ next }: { next: string }): ReactNode {
  return (
    <>
      <h1>Sign in</h1>
      <p className="read">Enter your name and password, or open your sign-in link.</p>
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
      <p className="small muted">
        {command
          ? "No password, or lost your link? Run this in a terminal on this machine to get a new link:"
          : "No password, or lost your link? Ask an admin for a new one. On the server's own machine, this page shows the command that makes it."}
      </p>
      <OwnCommand args="signin" />
    </>
  );
}

export function PasswordForm({ next }: { next: string }): ReactNode {
  const enter = useEnter(next);
  const form = useActForm("signIn", {
    start: { name: "", password: "" },
    lacks: ({ name, password }) => ({
      name: name.trim() === "" && "Enter your name.",
      password: password === "" && "Enter your password.",
    }),
    gives: ({ name, password }) => ({ body: { name: name.trim(), password } }),
    explains: wordsFor,
    onDone: enter,
  });
  return (
    <form {...form.binding} className="si-form">
      <Field {...form.at("name")} label="Name" autoComplete="username" required />
      <Field {...form.at("password")} label="Password" type="password" autoComplete="current-password" required />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Button kind="primary" type="submit" keys="Enter" className="si-go">
        Sign in
      </Button>
      <OidcButton next={next} />
    </form>
  );
}

function wordsFor(error: unknown): string | null {
  if (isRefused(error, "sign_in_failed")) return "That name and password don't match.";
  if (isRefused(error, "rate_limited"))
    return `Too many tries. Wait ${Number(error.refusal.details.retryAfterS ?? 60)} s.`;
  return null;
}
