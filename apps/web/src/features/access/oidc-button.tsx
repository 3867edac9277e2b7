import { LogIn } from "lucide-react";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { isRefused } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { toProvider, useOidc } from "./oidc.ts";
import "../../shell/sign-in-page.css";

/** The way in besides password and link, on a server that has a provider. It comes last, so that nothing moves. */
export function OidcButton({ link, next }: { link?: string; next: string }): ReactNode {
  const { data } = useOidc();
  const start = useAct("startOidc", { onDone: toProvider });
  if (!data?.provider) return null;
  const { name } = data.provider;
  const isLeaving = start.isBusy || start.reply !== null;
  return (
    <div className="si-oidc">
      <p className="label">Or</p>
      {start.problem && (
        <Note tone="bad">
          {isRefused(start.error, "oidc_unavailable")
            ? say`${name} doesn't answer. Try again in a minute, or sign in with a password or a link.`
            : start.problem}
        </Note>
      )}
      <Button
        className="si-go"
        aria-busy={isLeaving}
        onClick={() => !isLeaving && void start.send({ body: { next, ...(link && { link }) } })}
      >
        <Icon of={LogIn} />
        {say`Sign in with ${name}`}
      </Button>
    </div>
  );
}
