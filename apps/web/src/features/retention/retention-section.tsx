import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { call, explain, newKey } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { periodOf, periodText } from "./period-text.ts";
import { type Retained, type Retention, refreshRetention, useRetention } from "./retention.ts";
import { t } from "./words.ts";
import "./retention-section.css";

const KINDS = ["completed", "failed"] as const;
const dayText = (at: number): string =>
  new Date(at).toLocaleDateString("en", { day: "numeric", month: "long" });

/** How long the room keeps ended sessions, what is due, what is held, and what can be brought back. */
export function RetentionSection({ state }: { state: RoomState }): ReactNode {
  const room = state.view.roomId;
  const query = useRetention(room);
  if (query.isPending) return <SkeletonRows rows={6} />;
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  const { data } = query;
  return (
    <>
      <Periods key={JSON.stringify(data.periods)} state={state} periods={data.periods} />
      <Due state={state} of={data} />
      <Held state={state} held={data.held} />
      <Archive state={state} of={data} />
    </>
  );
}

/** Does it, says so, and reads again how things stand. */
function useAct(room: string): (act: () => Promise<unknown>, said?: string) => void {
  return (act, said) => {
    act()
      .then(() => (said ? toast(said) : undefined))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => void refreshRetention(room));
  };
}

function Periods({
  state,
  periods,
}: {
  state: RoomState;
  periods: Retention["periods"];
}): ReactNode {
  const room = state.view.roomId;
  const act = useAct(room);
  const [problem, setProblem] = useState(false);
  const canSet = may(state, "setRetention");
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (kind: string, what: string) => periodOf(String(form.get(`${kind}-${what}`)));
    const [completed, failed] = KINDS.map((kind) => ({
      archiveAfterS: read(kind, "archive"),
      deleteAfterS: read(kind, "delete"),
    }));
    const isWhole = [completed, failed].every(
      (one) => one?.archiveAfterS !== null && one?.deleteAfterS !== null,
    );
    setProblem(!isWhole);
    if (!isWhole) return;
    const body = { completed, failed } as Retention["periods"];
    act(() => call("setRetention", { key: newKey(), params: { room }, body }), t("periods.saved"));
  };
  return (
    <form onSubmit={submit}>
      <div className="retain-head">
        <h2>{t("periods.title")}</h2>
        <p className="small muted">{t("periods.text")}</p>
      </div>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind} className="retain-row">
            <span className="strong">{t(`periods.${kind}`)}</span>
            {(["archive", "delete"] as const).map((what) => (
              <label key={what} className="retain-period small muted">
                <span>{t(`periods.${what}After`)}</span>
                <input
                  className="field"
                  name={`${kind}-${what}`}
                  aria-label={t("periods.named", {
                    kind: t(`periods.${kind}`),
                    what: t(`periods.${what}After`),
                  })}
                  defaultValue={periodText(periods[kind][`${what}AfterS`])}
                  readOnly={!canSet}
                />
              </label>
            ))}
          </li>
        ))}
        <li className="retain-row">
          <span className="strong">{t("periods.active")}</span>
          <span className="small muted">{t("periods.never")}</span>
          <span className="small muted">{t("periods.kept")}</span>
        </li>
      </ul>
      {problem && <Note tone="bad">{t("periods.form")}</Note>}
      <div className="retain-foot">
        <p className="small muted">{t("periods.means")}</p>
        {canSet && <Button type="submit">{t("periods.save")}</Button>}
      </div>
    </form>
  );
}

function Due({ state, of }: { state: RoomState; of: Retention }): ReactNode {
  const room = state.view.roomId;
  const [asks, setAsks] = useState(false);
  const { archived, deleted } = of.due;
  const run = useMutation({
    mutationFn: () => call("runRetention", { params: { room } }),
    onSuccess: (done) => {
      const sums = { archived: done.archived.length, deleted: done.deleted.length };
      toast(t("due.done", sums));
      setAsks(false);
      return refreshRetention(room);
    },
  });
  return (
    <section aria-labelledby="retain-due">
      <div className="retain-head">
        <h2 id="retain-due">{t("due.title")}</h2>
        <p className="small muted">{t("due.text")}</p>
        <Button kind="ghost" onClick={() => void refreshRetention(room)}>
          {t("due.again")}
        </Button>
      </div>
      <div className="retain-foot">
        <p className="small">
          {archived + deleted === 0
            ? t("due.none")
            : t("due.sums", { archived, deleted, held: of.counts.held })}{" "}
          <span className="muted">
            {deleted > 0 ? t("due.deletes") : archived > 0 && t("due.bySelf")}
          </span>
        </p>
        {archived + deleted > 0 && may(state, "runRetention") && (
          <Button
            kind={deleted > 0 ? "danger" : "plain"}
            onClick={() => (deleted > 0 ? setAsks(true) : run.mutate())}
          >
            {t(deleted > 0 ? "due.run" : "due.archive")}
          </Button>
        )}
      </div>
      {asks && (
        <Confirm
          title={t("due.ask", { count: deleted })}
          text={t("due.askText")}
          label={t("due.run")}
          isDangerous
          act={{ ...run, mutate: () => run.mutate() }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}

function Held({ state, held }: { state: RoomState; held: Retained[] }): ReactNode {
  const room = state.view.roomId;
  const act = useAct(room);
  return (
    <section aria-labelledby="retain-held">
      <div className="retain-head">
        <h2 id="retain-held">{t("held.title")}</h2>
        <p className="small muted">{t("held.text")}</p>
      </div>
      {held.length === 0 && <p className="small muted">{t("held.none")}</p>}
      <ul>
        {held.map(({ sessionId, title, held: by }) => (
          <li key={sessionId} className="retain-row">
            <span className="strong ell">{title}</span>
            <span className="small muted">
              {by && t("held.by", { by: by.by, at: dayText(by.at), reason: by.reason })}
            </span>
            {may(state, "releaseSession") && (
              <Button
                kind="ghost"
                aria-label={t("held.releaseNamed", { title })}
                onClick={() =>
                  act(() => call("releaseSession", { key: newKey(), params: { room, sessionId } }))
                }
              >
                {t("held.release")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Archive({ state, of }: { state: RoomState; of: Retention }): ReactNode {
  const room = state.view.roomId;
  const act = useAct(room);
  return (
    <section aria-labelledby="retain-archive">
      <div className="retain-head">
        <h2 id="retain-archive">{t("archive.title")}</h2>
        <p className="small muted">{t("archive.count", { count: of.counts.archived })}</p>
      </div>
      {of.archived.length === 0 && <p className="small muted">{t("archive.none")}</p>}
      <ul>
        {of.archived.map(({ sessionId, title, end, endedAt, dueAt }) => (
          <li key={sessionId} className="retain-row">
            <span className="ell">
              <span className="strong">{title}</span>{" "}
              <span className="small muted">
                {t(`archive.ended.${end}`, { at: dayText(endedAt) })}
              </span>
            </span>
            <span className="small muted">
              {dueAt === null || dueAt <= of.now
                ? t("archive.due")
                : t("archive.deleted", { at: dayText(dueAt) })}
            </span>
            {may(state, "restoreSession") && (
              <Button
                kind="ghost"
                aria-label={t("archive.restoreNamed", { title })}
                onClick={() =>
                  act(() => call("restoreSession", { key: newKey(), params: { room, sessionId } }))
                }
              >
                {t("archive.restore")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
