import { isReady } from "@squadroom/core/task/order";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { Field } from "../../ui/field.tsx";
import { AwaitedSign } from "../../ui/presence.tsx";
import { Segments } from "../../ui/segments.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { useOwnCommand } from "../command/index.ts";
import { openTask } from "../task/index.ts";
import { MachineLink } from "./machine-link.tsx";
import { type RunChoice, runLine, WITH, type With } from "./run-line.ts";
import { say, t } from "./words.ts";
import "./run-here.css";

/** What the page says of a program that nobody has named yet. */
const PROGRAM = "my-agent --acp";
const SLOTS = ["1", "2", "4"] as const;
/** Ready tasks that are named; the rest are a number. */
const NAMED = 3;

/** The one line that makes a machine start this room's agents, and what comes of it. */
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
    <section className={isFirst ? "rh rh-first" : "rh"} aria-label={t("here.title")}>
      <div>
        {isFirst && <h2>{t("here.title")}</h2>}
        <p className="read">
          {isFirst ? t("here.first", { room: view.name }) : t("here.more", { room: view.name })}{" "}
          {mayAdd ? t("here.text") : t("here.lead")}
        </p>
      </div>
      {mayAdd && <LineMaker state={state} names={names} />}
      {isFirst && <Awaited state={state} />}
      <p className="small muted">
        {say("here.own", {
          connect: (
            <Link key="connect" className="link" to="/connect" search={{ room: view.name }}>
              {t("here.connect")}
            </Link>
          ),
        })}
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
        <Roles
          roles={roles}
          chosen={choice.roles}
          names={names}
          onChoose={(next) => set({ roles: next })}
        />
        <Pick label={t("here.with")}>
          <Segments
            label={t("here.with")}
            value={harness}
            options={WITH.map((value) => ({ value, label: withTitle(value) }))}
            onChange={(next) => set({ harness: next })}
          />
        </Pick>
        <Pick label={t("here.slots")}>
          <Segments
            label={t("here.slots")}
            value={String(slots)}
            options={SLOTS.map((value) => ({ value, label: value }))}
            onChange={(next) => set({ slots: Number(next) })}
          />
        </Pick>
        {command !== null && (
          <Pick label={t("here.machine")}>
            <Segments
              label={t("here.machine")}
              value={where}
              options={[
                { value: "here", label: t("here.here") },
                { value: "there", label: t("here.there") },
              ]}
              onChange={setWhere}
            />
          </Pick>
        )}
      </div>
      {harness === "acp" && (
        <Field
          label={t("here.program")}
          value={program}
          placeholder={PROGRAM}
          help={t("here.programHelp")}
          className="mono"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ program: event.target.value })}
        />
      )}
      {isHere ? (
        <CommandLine line={runLine({ command, room: view.name }, chosen)} />
      ) : (
        <MachineLink state={state} lineOf={(at) => runLine(at, chosen)} />
      )}
      <ol className="rh-steps">
        <li>
          {harness === "acp"
            ? t("here.starts", { program: chosen.program })
            : t("here.looks", { harness: harnessTitle(harness) })}
        </li>
        <li>{t("here.tree")}</li>
        <li>{t("here.stop")}</li>
      </ol>
    </>
  );
}

function withTitle(value: With): string {
  return value === "acp" ? t("here.ownProgram") : harnessTitle(value);
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
    // From all of them, the one that is meant.
    const next = areAll ? [role] : roles.filter((one) => (one === role) !== chosen.includes(one));
    onChoose(next.length === 0 ? [...roles] : next);
  };
  if (roles.length < 2) return null;
  return (
    <Pick label={t("here.roles")}>
      <fieldset className="seg" aria-label={t("here.roles")}>
        <button type="button" aria-pressed={areAll} onClick={() => onChoose([...roles])}>
          {t("here.all")}
        </button>
        {roles.map((role) => (
          <button
            key={role}
            type="button"
            aria-pressed={!areAll && chosen.includes(role)}
            onClick={() => toggle(role)}
          >
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
        <b className="strong">{t("here.waiting")}</b>{" "}
        <span className="muted">{t("here.byItself")}</span>
      </span>
      {ready.length > 0 && (
        <span className="small muted rh-ready">
          {t("here.ready", { count: ready.length })}{" "}
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
