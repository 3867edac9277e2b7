import { counted } from "@squadroom/core/kernel/words";
import { isReady } from "@squadroom/core/task/order";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Field } from "../../ui/field.tsx";
import { AwaitedSign } from "../../ui/presence.tsx";
import { Segments } from "../../ui/segments.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import { OwnCommand, useOwnCommand } from "../command/index.ts";
import { openTask } from "../task/index.ts";
import { MachineLink } from "./machine-link.tsx";
import "./run-here.css";
import { connectLink } from "@squadroom/core/kernel/connect-link";
import { FOUND_HARNESSES } from "@squadroom/core/run/run";

/** What a machine starts agents in: one that it finds by itself, or a program that speaks ACP. */
const WITH = [...FOUND_HARNESSES, "acp"] as const;

/** Stands for a program that nobody has named yet. */
const PROGRAM = "my-agent --acp";
const SLOTS = ["1", "2", "4"] as const;
/** Most ready tasks that are named; the rest are a number. */
const NAMED = 3;

/** The one line that makes a machine start this room's agents, and its effect. */
export function RunHere({
  state,
  names,
  isFirst = true,
}: {
  state: RoomState;
  names: Names;
  /** No machine starts agents here yet. */
  isFirst?: boolean;
}): ReactNode {
  const { view } = state;
  const mayAdd = may(state, "createRunner");
  return (
    <section className={isFirst ? "rh rh-first" : "rh"} aria-label="Run agents here">
      <div>
        {isFirst && <h2>Run agents here</h2>}
        <p className="read">
          {isFirst ? say`No machine starts agents for ${view.name} yet.` : say`Another machine for ${view.name}.`}{" "}
          {mayAdd
            ? "Run one line in the project’s folder, and that machine takes the next task by itself. You watch, steer and stop its agents from here."
            : "A lead of this room can add one."}
        </p>
      </div>
      {mayAdd && <LineMaker state={state} names={names} />}
      {isFirst && <Awaited state={state} />}
      <p className="small muted">
        Prefer your own terminal?{" "}
        <Link className="link" to="/connect" search={{ room: view.name }}>
          Connect an agent
        </Link>{" "}
        that is already open.
      </p>
    </section>
  );
}

function LineMaker({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const command = useOwnCommand();
  const { view } = state;
  const roles = view.team?.roles.map(({ name }) => name as string) ?? [];
  const [choice, setChoice] = useState<RunChoice>({
    roles,
    harness: WITH[0],
    program: "",
    slots: 2,
  });
  const [where, setWhere] = useState<"here" | "there">("here");
  const set = (change: Partial<RunChoice>): void => setChoice({ ...choice, ...change });
  const { harness, program, slots } = choice;
  const chosen: RunChoice = { ...choice, program: program.trim() || PROGRAM };
  const isHere = command !== null && where === "here";
  return (
    <>
      <div className="rh-pick">
        <Roles roles={roles} chosen={choice.roles} names={names} onChoose={(next) => set({ roles: next })} />
        <Pick label="With">
          <Segments
            label="With"
            value={harness}
            options={WITH.map((value) => ({ value, label: withTitle(value) }))}
            onChange={(next) => set({ harness: next })}
          />
        </Pick>
        <Pick label="At once">
          <Segments
            label="At once"
            value={String(slots)}
            options={SLOTS.map((value) => ({ value, label: value }))}
            onChange={(next) => set({ slots: Number(next) })}
          />
        </Pick>
        {command !== null && (
          <Pick label="On">
            <Segments
              label="On"
              value={where}
              options={[
                { value: "here", label: "This machine" },
                { value: "there", label: "Another machine" },
              ]}
              onChange={setWhere}
            />
          </Pick>
        )}
      </div>
      {harness === "acp" && (
        <Field
          label="Program"
          value={program}
          placeholder={PROGRAM}
          help="It speaks the Agent Client Protocol on its standard input and output."
          className="mono"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(text) => set({ program: text })}
        />
      )}
      {isHere ? (
        <OwnCommand args={runArgs(`--room ${view.name}`, chosen)} />
      ) : (
        <MachineLink
          state={state}
          lineOf={({ origin, code }) => `npx -y ${origin}/squadroom.tgz ${runArgs(connectLink(origin, code), chosen)}`}
        />
      )}
      <ol className="rh-steps">
        <li>
          {harness === "acp"
            ? say`It starts ${chosen.program} once for each agent.`
            : say`It looks for ${harnessTitle(harness)}, and this page shows what it found.`}
        </li>
        <li>
          In a repository, each line of work has a worktree and a branch of its own. Your checkout stays as it is.
        </li>
        <li>Ctrl-C stops it: running turns end first, and unfinished tasks go back to the queue.</li>
      </ol>
    </>
  );
}

function withTitle(value: With): string {
  return value === "acp" ? "Own program" : harnessTitle(value);
}

function Pick({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="rh-of">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

/** One of them, some, or all. */
function Roles({
  roles,
  chosen,
  names,
  onChoose,
}: {
  roles: readonly string[];
  chosen: readonly string[];
  names: Names;
  onChoose: (roles: string[]) => void;
}): ReactNode {
  const areAll = chosen.length === roles.length;
  const toggle = (role: string): void => {
    // From all of them to the one that is meant.
    const next = areAll ? [role] : roles.filter((one) => (one === role) !== chosen.includes(one));
    onChoose(next.length === 0 ? [...roles] : next);
  };
  if (roles.length < 2) return null;
  return (
    <Pick label="Roles">
      <fieldset className="seg" aria-label="Roles">
        <button type="button" aria-pressed={areAll} onClick={() => onChoose([...roles])}>
          All
        </button>
        {roles.map((role) => (
          <button key={role} type="button" aria-pressed={!areAll && chosen.includes(role)} onClick={() => toggle(role)}>
            {names.role(role)}
          </button>
        ))}
      </fieldset>
    </Pick>
  );
}

/** It turns into the list of machines by itself; until then, what waits for one. */
function Awaited({ state }: { state: RoomState }): ReactNode {
  const ready = state.view.tasks.filter(isReady);
  return (
    <div className="rh-wait" role="status">
      <AwaitedSign />
      <span>
        <b className="strong">Waiting for a machine</b> <span className="muted">this page changes by itself</span>
      </span>
      {ready.length > 0 && (
        <span className="small muted rh-ready">
          {`${counted(ready.length, "task is", "tasks are")} ready for it:`}{" "}
          {ready.slice(0, NAMED).map(({ id }) => (
            <button key={id} type="button" className="link nowrap" onClick={() => openTask(id)}>
              {id}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

type With = (typeof WITH)[number];

interface RunChoice {
  roles: readonly string[];
  harness: With;
  /** For `acp`, in a terminal's form. */
  program: string;
  slots: number;
}

/** What follows the command's name on a machine: the room by its name there, or by a single-use link. */
function runArgs(where: string, { roles, harness, program, slots }: RunChoice): string {
  const how = harness === "acp" ? `-- ${program.trim()}` : `--with ${harness}`;
  return `run ${where} --role ${roles.join(",")} --slots ${slots} ${how}`;
}
