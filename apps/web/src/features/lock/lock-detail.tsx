import type { Lock } from "@squadroom/core/lock/lock";
import { locksAt } from "@squadroom/core/lock/places";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { clockOf } from "../../clock/since.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

const FILES_MAX = 12;
/** Work for comparing what a task reported with the locks. */
const WORK = 500_000;

/** What a lock covers, and what its release does. */
export function LockDetail({
  state,
  lock,
  next,
}: {
  state: RoomState;
  lock: Lock;
  /** Who waits for it first. */
  next: Lock | undefined;
}): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const { id, holder, patterns, fence, since, taskId } = lock;
  const name = plainText(holder.name);
  // There a person tells it what to do; others have no run to step into.
  const run = state.view.runs.live.find(({ agentId }) => agentId === holder.id);
  return (
    <aside className="lk-detail" aria-label="The selected lock">
      <section>
        <p className="small muted lk-between">
          <span>{name}</span>
          <span>{`fence ${fence ?? 0}`}</span>
        </p>
        {patterns.map((pattern) => (
          <h2 key={pattern} className="mono lk-pattern">
            {plainText(pattern)}
          </h2>
        ))}
        <p className="small muted">
          {taskId === null ? (
            `since ${clockOf(since)}, lock ${id}`
          ) : (
            <>
              since {clockOf(since)}, lock {id}, with{" "}
              <Link
                className="link"
                to="/rooms/$room/work"
                params={{ room: state.view.name }}
                search={{ task: taskId }}
              >
                {taskId}
              </Link>
            </>
          )}
        </p>
      </section>
      {taskId !== null && <Reported state={state} lock={lock} />}
      {may(state, "releaseLock") && (
        <section>
          <h3>If you release it</h3>
          <p className="small ink2">
            {next
              ? say`${plainText(next.holder.name)} gets it at once.`
              : "Nobody waits for it: its paths are free at once."}{" "}
            {taskId !== null &&
              say`${name} keeps its task. Its next write there is refused once somebody else has the lock.`}
          </p>
          <div className="lk-acts">
            <Button kind="danger" onClick={() => setAsked(true)}>
              Release
            </Button>
            {run && (
              <Link
                className={buttonClass("ghost")}
                to="/rooms/$room/runs/$run"
                params={{ room: state.view.name, run: String(run.id) }}
              >
                {say`Tell ${name} in run ${run.id} first`}
              </Link>
            )}
          </div>
        </section>
      )}
      {isAsked && <ReleaseDialog state={state} lock={lock} onClose={() => setAsked(false)} />}
    </aside>
  );
}

function Reported({ state, lock }: { state: RoomState; lock: Lock }): ReactNode {
  const { tasks, locks } = state.view;
  const { live } = locks;
  const task = tasks.find(({ id }) => id === lock.taskId);
  const covered = (task?.progress?.artifacts ?? [])
    .map(({ path }) => path)
    .filter((path) => locksAt(live, path, { left: WORK }).some(({ id }) => id === lock.id));
  return (
    <section>
      <h3>Files that its task reported</h3>
      {covered.length === 0 && <p className="small muted">None of its files was reported yet.</p>}
      <ul className="small mono">
        {covered.slice(0, FILES_MAX).map((path) => (
          <li key={path}>{plainText(path)}</li>
        ))}
      </ul>
      {covered.length > FILES_MAX && <p className="small muted">+{covered.length - FILES_MAX}</p>}
    </section>
  );
}

function ReleaseDialog({
  state,
  lock: { id, holder },
  onClose,
}: {
  state: RoomState;
  lock: Lock;
  onClose: () => void;
}): ReactNode {
  const form = useActForm("releaseLock", {
    start: { reason: "" },
    lacks: ({ reason }) => ({ reason: reason.trim() === "" && "Say why in a few words." }),
    gives: (body) => ({ params: { room: state.view.name, lockId: id }, body }),
    said: () => `Lock ${id} is released.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={say`Release the lock of ${plainText(holder.name)}?`}
      label="Release"
      kind="danger"
      width={440}
      onClose={onClose}
    >
      <p className="ink2">The log keeps your name and your reason.</p>
      <Field {...form.at("reason")} label="Why" />
    </FormDialog>
  );
}
