import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { type FormEvent, type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { may } from "../../live/allowed.ts";
import { explain, queryClient } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { periodOf, periodText } from "./period-text.ts";
import { type Retained, type Retention, retentionKey, useRetention } from "./retention.ts";
import "./retention-section.css";

const PERIODS = {
  completed: "Completed or stopped",
  failed: "Failed",
};

const PERIODS_AFTER = {
  archive: "archived after",
  delete: "deleted after",
};

const ARCHIVE_ENDED = {
  completed: (at) => `completed ${at}`,
  stopped: (at) => `stopped ${at}`,
  failed: (at) => `failed ${at}`,
} satisfies Record<string, (at: string) => string>;

const KINDS = ["completed", "failed"] as const;
const dayText = (at: number): string => new Date(at).toLocaleDateString("en", { day: "numeric", month: "long" });

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

function Periods({ state, periods }: { state: RoomState; periods: Retention["periods"] }): ReactNode {
  const room = state.view.roomId;
  const set = useAct("setRetention", {
    told: "toast",
    changes: retentionKey(room),
    said: () => "The periods are set.",
  });
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
    const isWhole = [completed, failed].every((one) => one?.archiveAfterS !== null && one?.deleteAfterS !== null);
    setProblem(!isWhole);
    if (!isWhole) return;
    const body = { completed, failed } as Retention["periods"];
    void set.send({ params: { room }, body });
  };
  return (
    <form onSubmit={submit}>
      <div className="retain-head">
        <h2>How long sessions are kept</h2>
        <p className="small muted">Counted by the database’s clock, from the end of the session.</p>
      </div>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind} className="retain-row">
            <span className="strong">{PERIODS[kind]}</span>
            {(["archive", "delete"] as const).map((what) => (
              <label key={what} className="retain-period small muted">
                <span>{PERIODS_AFTER[what]}</span>
                <input
                  className="field"
                  name={`${kind}-${what}`}
                  aria-label={`${PERIODS[kind]}, ${PERIODS_AFTER[what]}`}
                  defaultValue={periodText(periods[kind][`${what}AfterS`])}
                  readOnly={!canSet}
                />
              </label>
            ))}
          </li>
        ))}
        <li className="retain-row">
          <span className="strong">Active, paused, waiting</span>
          <span className="small muted">Kept, however old</span>
          <span className="small muted">kept</span>
        </li>
      </ul>
      {problem && <Note tone="bad">Write each period as a number with h or d: 24 h, 30 d.</Note>}
      <div className="retain-foot">
        <p className="small muted">
          An archived session is out of the lists and can be brought back. A deleted one loses its texts, files, replies
          and search entries. Tokens, cost and times stay as sums in Metrics.
        </p>
        {canSet && <Button type="submit">Save periods</Button>}
      </div>
    </form>
  );
}

function Due({ state, of }: { state: RoomState; of: Retention }): ReactNode {
  const room = state.view.roomId;
  const [asks, setAsks] = useState(false);
  const { archived, deleted } = of.due;
  const run = {
    said: (done: Reply<"runRetention">) => `${done.archived.length} archived, ${done.deleted.length} deleted.`,
    changes: retentionKey(room),
  };
  const archive = useAct("runRetention", { told: "toast", ...run });
  return (
    <section aria-labelledby="retain-due">
      <div className="retain-head">
        <h2 id="retain-due">If it ran now</h2>
        <p className="small muted">A dry run: nothing has happened.</p>
        <Button kind="ghost" onClick={() => void queryClient.invalidateQueries({ queryKey: retentionKey(room) })}>
          Check again
        </Button>
      </div>
      <div className="retain-foot">
        <p className="small">
          {archived + deleted === 0
            ? "Nothing is due."
            : `${archived} would be archived, ${deleted} deleted. ${of.counts.held} held.`}{" "}
          <span className="muted">
            {deleted > 0 ? "Deleting cannot be undone." : archived > 0 && "It happens by itself within minutes."}
          </span>
        </p>
        {archived + deleted > 0 && may(state, "runRetention") && (
          <Button
            kind={deleted > 0 ? "danger" : "plain"}
            onClick={() => (deleted > 0 ? setAsks(true) : void archive.send({ params: { room } }))}
          >
            {deleted > 0 ? "Archive and delete now" : "Archive now"}
          </Button>
        )}
      </div>
      {asks && (
        <Confirm
          title={`Delete ${counted(deleted, "session?", "sessions?")}`}
          text="Their texts and files are gone for good. Hold a session first to keep it."
          label="Archive and delete now"
          isDangerous
          {...run}
          route="runRetention"
          given={{ params: { room } }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}

function Held({ state, held }: { state: RoomState; held: Retained[] }): ReactNode {
  const room = state.view.roomId;
  const release = useAct("releaseSession", { told: "toast", changes: retentionKey(room) });
  return (
    <section aria-labelledby="retain-held">
      <div className="retain-head">
        <h2 id="retain-held">Held</h2>
        <p className="small muted">Neither archived nor deleted until released.</p>
      </div>
      {held.length === 0 && <p className="small muted">No session is held.</p>}
      <ul>
        {held.map(({ sessionId, title, held: by }) => (
          <li key={sessionId} className="retain-row">
            <span className="strong ell">{title}</span>
            <span className="small muted">{by && say`${by.by}, ${dayText(by.at)}: “${by.reason}”`}</span>
            {may(state, "releaseSession") && (
              <Button
                kind="ghost"
                aria-label={say`Release ${title}`}
                onClick={() => void release.send({ params: { room, sessionId } })}
              >
                Release
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
  const restore = useAct("restoreSession", { told: "toast", changes: retentionKey(room) });
  return (
    <section aria-labelledby="retain-archive">
      <div className="retain-head">
        <h2 id="retain-archive">Archive</h2>
        <p className="small muted">{counted(of.counts.archived, "session")}</p>
      </div>
      {of.archived.length === 0 && <p className="small muted">No session is archived.</p>}
      <ul>
        {of.archived.map(({ sessionId, title, end, endedAt, dueAt }) => (
          <li key={sessionId} className="retain-row">
            <span className="ell">
              <span className="strong">{title}</span>{" "}
              <span className="small muted">{ARCHIVE_ENDED[end](dayText(endedAt))}</span>
            </span>
            <span className="small muted">
              {dueAt === null || dueAt <= of.now ? "deleted next" : `deleted ${dayText(dueAt)}`}
            </span>
            {may(state, "restoreSession") && (
              <Button
                kind="ghost"
                aria-label={say`Bring back ${title}`}
                onClick={() => void restore.send({ params: { room, sessionId } })}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
