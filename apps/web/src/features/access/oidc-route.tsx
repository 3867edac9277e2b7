import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { call, explain, isRefused, queryClient } from "../../live/api.ts";
import { Brand } from "../../shell/brand.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { isolated, say } from "../../words/say.tsx";
import { useMe } from "./me.ts";
import { useOidc } from "./oidc.ts";
import { openedWith } from "./opened-with.ts";
import { PasswordForm } from "./sign-in-screen.tsx";
import "../../shell/sign-in-page.css";

const OIDC = {
  cancelled: {
    title: () => "You cancelled the sign-in",
    text: () => "Nothing has changed. Try again, or sign in another way.",
  },
  stale: {
    title: () => "This sign-in can't be finished",
    text: () => "It took longer than 10 minutes, was finished already, or began in another window. Start it again.",
  },
  refused: {
    title: ({ name }) => say`${name} sent an answer that signs nobody in`,
    text: () => "Start again. If that fails too, give the server's admin the code below.",
  },
  unknown: {
    title: () => "You have no account here yet",
    text: ({ message, name }) =>
      say`${message} Ask an admin for an invitation and open it first. If you have an account, sign in below and connect ${name} in your menu.`,
  },
  disconnected: {
    title: ({ name }) => say`${name} no longer signs you in here`,
    text: ({ message, name }) =>
      say`${message} Sign in below and connect ${name} in your menu. If you have no password, ask an admin for a link.`,
  },
  deactivated: {
    title: () => "Your account here is deactivated",
    text: ({ message }) => say`${message} An admin can reactivate it.`,
  },
  link: { title: () => "Sign in with the link first", text: ({ message }) => isolated(message) },
  taken: {
    title: () => "That account is already connected",
    text: ({ message, name }) => say`${message} Disconnect it in that account's menu, or choose another at ${name}.`,
  },
  name: {
    title: () => "Your name is already in use here",
    text: ({ message, name }) =>
      say`${message} If that's you, sign in below and connect ${name} in your menu. Otherwise ask an admin to invite you.`,
  },
  down: {
    title: ({ name }) => say`${name} doesn't answer`,
    text: ({ name }) => say`${name} doesn't answer. Try again in a minute, or sign in with a password or a link.`,
  },
  other: { title: () => "You aren't signed in", text: ({ message }) => isolated(message) },
} satisfies Record<string, Record<"title" | "text", (of: { name: string; message: string }) => string>>;

/** Where the provider sends the browser back to: its answer signs in, or the page says why it doesn't. */
export function OidcRoute(): ReactNode {
  useTitle("Sign in");
  const navigate = useNavigate();
  const finish = useQuery({
    queryKey: ["oidc-answer", openedWith],
    queryFn: () => call("finishOidc", { body: { answer: openedWith } }),
    // An answer works once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const done = finish.data;
  useEffect(() => {
    if (!done) return;
    queryClient.clear();
    if (done.connected) toast("You're connected. From now on you can sign in that way.");
    void navigate({ href: done.next, replace: true });
  }, [done, navigate]);
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">{finish.isError ? <Refused error={finish.error} /> : <SkeletonRows rows={3} />}</main>
    </div>
  );
}

function Refused({ error }: { error: unknown }): ReactNode {
  const me = useMe();
  const name = useOidc().data?.provider?.name ?? "The provider";
  const why = whyOf(error);
  const { message, code } = explain(error);
  const said = isRefused(error) ? error.refusal.details.said : undefined;
  const isIn = me.data !== undefined;
  return (
    <div className="si-bad">
      <Problem
        icon={LogIn}
        tone={why === "refused" ? "bad" : "warn"}
        title={OIDC[why].title({ name, message })}
        code={said === undefined ? code : `${code} · ${String(said)}`}
        isScreen
        actions={
          isIn && (
            <Link to="/inbox" className={buttonClass("primary")}>
              Open the inbox
            </Link>
          )
        }
      >
        <p>{OIDC[why].text({ name, message })}</p>
      </Problem>
      {!isIn && !me.isPending && <PasswordForm next="/" />}
    </div>
  );
}

type Unknown = "unknown" | "disconnected" | "deactivated" | "link";
type Why = Unknown | "cancelled" | "stale" | "refused" | "taken" | "name" | "down" | "other";

const UNKNOWN: Record<string, Unknown> = {
  disconnected: "disconnected",
  deactivated: "deactivated",
  link: "link",
};

function whyOf(error: unknown): Why {
  if (isRefused(error, "oidc_unknown")) return UNKNOWN[String(error.refusal.details.reason)] ?? "unknown";
  if (isRefused(error, "oidc_taken")) return "taken";
  if (isRefused(error, "name_taken")) return "name";
  if (isRefused(error, "oidc_unavailable")) return "down";
  // Opened by hand, the page has no answer to send.
  if (isRefused(error, "bad_request")) return "stale";
  if (!isRefused(error, "oidc_failed")) return "other";
  const { reason } = error.refusal.details;
  return reason === "cancelled" || reason === "stale" ? reason : "refused";
}
