import { getRouteApi } from "@tanstack/react-router";
import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { isRefused } from "../../live/api.ts";
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
  const stop = useAct("stopMail");
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
        ) : stop.reply ? (
          <div role="status">
            <h1 className="si-name">{say`${stop.reply.address} gets no more mail`}</h1>
            <p className="read">To switch it on again, open your menu in Squadroom and choose E-mail.</p>
          </div>
        ) : (
          <>
            <h1>Switch off e-mail</h1>
            <p className="read">Squadroom then sends no more mail to this address. Your inbox stays as it is.</p>
            {stop.problem && <Note tone="bad">{stop.problem}</Note>}
            <Button kind="primary" className="si-go" onClick={() => void stop.send({ body: { token } })}>
              Switch off
            </Button>
          </>
        )}
      </main>
    </div>
  );
}
