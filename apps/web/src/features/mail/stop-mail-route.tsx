import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { call, explain, isRefused } from "../../live/api.ts";
import { Brand } from "../../shell/brand.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { say } from "../../words/say.tsx";
import "../../shell/sign-in-page.css";

const route = getRouteApi("/mail/stop/$token");

/** Where the link below each mail leads; only the button does anything. */
export function StopMailRoute(): ReactNode {
  const { token } = route.useParams();
  useTitle("Switch off e-mail");
  const stop = useMutation({ mutationFn: () => call("stopMail", { body: { token } }) });
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">
        {isRefused(stop.error, "link_unknown", "bad_request") ? (
          <div className="si-bad">
            <Problem icon={MailX} tone="warn" title="This link doesn't work any more" isScreen>
              The address has changed since, or part of the link got lost when it was copied.
            </Problem>
          </div>
        ) : stop.data ? (
          <div role="status">
            <h1 className="si-name">{say`${stop.data.address} gets no more mail`}</h1>
            <p className="read">
              To switch it on again, open your menu in Squadroom and choose E-mail.
            </p>
          </div>
        ) : (
          <>
            <h1>Switch off e-mail</h1>
            <p className="read">
              Squadroom then sends no more mail to this address. Your inbox stays as it is.
            </p>
            {stop.isError && <Note tone="bad">{explain(stop.error).message}</Note>}
            <Button kind="primary" className="si-go" onClick={() => stop.mutate()}>
              Switch off
            </Button>
          </>
        )}
      </main>
    </div>
  );
}
