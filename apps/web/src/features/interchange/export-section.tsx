import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toasts.ts";
import { saveRoom } from "./room-file.ts";
import { t } from "./words.ts";
import "./export-section.css";

const RECORDS = ["tasks", "messages", "decisions", "usage"] as const;

/** What can be carried out of a room, and a session into it. */
export function ExportSection({ state }: { state: RoomState }): ReactNode {
  const { roomId, name } = state.view;
  const save = (of: (typeof RECORDS)[number], format: "csv" | "json"): void => {
    call("exportRecords", { params: { room: roomId }, query: { of, format } })
      .then(({ content }) => saveFile(`${name}-${of}.${format}`, content))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  };
  return (
    <>
      <section>
        <div className="ex-head">
          <h2>{t("settings.records")}</h2>
          <p className="small muted">{t("settings.recordsText")}</p>
        </div>
        <ul className="ex-list">
          {RECORDS.map((of) => (
            <li key={of}>
              <span>
                <span className="strong">{t(`settings.of.${of}`)}</span>{" "}
                <span className="small muted">{t(`settings.hint.${of}`)}</span>
              </span>
              {(["csv", "json"] as const).map((format) => (
                <Button
                  key={format}
                  kind="ghost"
                  aria-label={t("settings.save", {
                    what: t(`settings.of.${of}`),
                    format: t(`settings.${format}`),
                  })}
                  onClick={() => save(of, format)}
                >
                  <Icon of={Download} size="s" />
                  {t(`settings.${format}`)}
                </Button>
              ))}
            </li>
          ))}
        </ul>
      </section>
      {may(state, "exportRoom") && <WholeRoom roomId={roomId} name={name} />}
      <section>
        <div className="ex-head">
          <h2>{t("settings.sessions")}</h2>
          <p className="small muted">{t("settings.sessionsText")}</p>
        </div>
        {may(state, "importSession") && (
          <Link to="/rooms/$room/import" params={{ room: name }} className={buttonClass()}>
            {t("settings.import")}
          </Link>
        )}
      </section>
    </>
  );
}

function WholeRoom({ roomId, name }: { roomId: string; name: string }): ReactNode {
  const save = useMutation({
    mutationFn: () => saveRoom(roomId, name),
    onError: (error) => toast(explain(error).message, { tone: "bad" }),
  });
  return (
    <section>
      <div className="ex-head">
        <h2>{t("settings.whole")}</h2>
        <p className="small muted">{t("settings.wholeText")}</p>
      </div>
      <Button
        onClick={() => {
          if (!save.isPending) save.mutate();
        }}
      >
        <Icon of={Download} size="s" />
        {save.isPending ? t("settings.wholeBusy") : t("settings.wholeSave")}
      </Button>
    </section>
  );
}
