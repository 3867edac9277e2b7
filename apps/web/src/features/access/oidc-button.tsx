import { LogIn } from "lucide-react";
import type { ReactNode } from "react";
import { explain, isRefused } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { useOidc, useStart } from "./oidc.ts";
import "../../shell/sign-in-page.css";

/** The way in beside password and link, on a server that has a provider. It stands last, so that nothing moves. */
export function OidcButton({ link, next }: { link?: string; next: string }): ReactNode {
  const { data } = useOidc();
  const start = useStart({ next, ...(link === undefined ? {} : { link }) });
  if (!data?.provider) return null;
  const { name } = data.provider;
  const isLeaving = start.isPending || start.isSuccess;
  return (
    <div className="si-oidc">
      <p className="label">Or</p>
      {start.isError && (
        <Note tone="bad">
          {isRefused(start.error, "oidc_unavailable")
            ? say`${name} doesn't answer. Try again in a minute, or sign in with a password or a link.`
            : explain(start.error).message}
        </Note>
      )}
      <Button
        className="si-go"
        aria-busy={isLeaving}
        onClick={() => {
          if (!isLeaving) start.mutate();
        }}
      >
        <Icon of={LogIn} />
        {say`Sign in with ${name}`}
      </Button>
    </div>
  );
}
