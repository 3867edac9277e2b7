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
import { useMe } from "./me.ts";
import { useOidc } from "./oidc.ts";
import { openedWith } from "./opened-with.ts";
import { PasswordForm } from "./sign-in-screen.tsx";
import { t } from "./words.ts";
import "../../shell/sign-in-page.css";

/** Where the provider sends the browser back to: its answer signs in, or the page says why it doesn't. */
export function OidcRoute(): ReactNode {
  useTitle(t("password.title"));
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
    if (done.connected) toast(t("oidc.connected"));
    void navigate({ href: done.next, replace: true });
  }, [done, navigate]);
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">
        {finish.isError ? <Refused error={finish.error} /> : <SkeletonRows rows={3} />}
      </main>
    </div>
  );
}

function Refused({ error }: { error: unknown }): ReactNode {
  const me = useMe();
  const name = useOidc().data?.provider?.name ?? t("oidc.provider");
  const why = whyOf(error);
  const { message, code } = explain(error);
  const said = isRefused(error) ? error.refusal.details.said : undefined;
  const isIn = me.data !== undefined;
  return (
    <div className="si-bad">
      <Problem
        icon={LogIn}
        tone={why === "refused" ? "bad" : "warn"}
        title={t(`oidc.${why}.title`, { name })}
        code={said === undefined ? code : `${code} · ${String(said)}`}
        isScreen
        actions={
          isIn && (
            <Link to="/inbox" className={buttonClass("primary")}>
              {t("oidc.goOn")}
            </Link>
          )
        }
      >
        <p>{t(`oidc.${why}.text`, { name, message })}</p>
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
  if (isRefused(error, "oidc_unknown"))
    return UNKNOWN[String(error.refusal.details.reason)] ?? "unknown";
  if (isRefused(error, "oidc_taken")) return "taken";
  if (isRefused(error, "name_taken")) return "name";
  if (isRefused(error, "oidc_unavailable")) return "down";
  // Opened by hand, the page has no answer to send.
  if (isRefused(error, "bad_request")) return "stale";
  if (!isRefused(error, "oidc_failed")) return "other";
  const { reason } = error.refusal.details;
  return reason === "cancelled" || reason === "stale" ? reason : "refused";
}
