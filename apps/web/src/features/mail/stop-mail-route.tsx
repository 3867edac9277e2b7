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
import { t } from "./words.ts";
import "../../shell/sign-in-page.css";

const route = getRouteApi("/mail/stop/$token");

/** Where the link below each mail leads; only the button does anything. */
export function StopMailRoute(): ReactNode {
  const { token } = route.useParams();
  useTitle(t("stop.title"));
  const stop = useMutation({ mutationFn: () => call("stopMail", { body: { token } }) });
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">
        {isRefused(stop.error, "link_unknown", "bad_request") ? (
          <div className="si-bad">
            <Problem icon={MailX} tone="warn" title={t("stop.unknown")} isScreen>
              {t("stop.unknownText")}
            </Problem>
          </div>
        ) : stop.data ? (
          <div role="status">
            <h1 className="si-name">{t("stop.done", { address: stop.data.address })}</h1>
            <p className="read">{t("stop.doneText")}</p>
          </div>
        ) : (
          <>
            <h1>{t("stop.title")}</h1>
            <p className="read">{t("stop.text")}</p>
            {stop.isError && <Note tone="bad">{explain(stop.error).message}</Note>}
            <Button kind="primary" className="si-go" onClick={() => stop.mutate()}>
              {t("stop.button")}
            </Button>
          </>
        )}
      </main>
    </div>
  );
}
