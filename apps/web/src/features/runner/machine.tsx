import { type Runner, SLOTS_MAX } from "@squadroom/core/run/run";
import { Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useAct } from "../../act/use-act.ts";
import { clockOf } from "../../clock/since.ts";
import { useSince } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import type { Machine } from "./machine-facts.ts";
import { RunRow } from "./run-row.tsx";
import { endsText } from "./words.ts";
import "./runner.css";

const PLATFORM = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};

type Part = { machine: Machine; state: RoomState };

/** One machine: what it offers, how many of its slots are taken, what runs there, and what to do with it. */
export function MachineSection({ machine, state, names }: Part & { names: Names }): ReactNode {
  const { runner, reach, runs } = machine;
  const { name, online } = runner;
  return (
    <section className={online ? "rn-machine" : "rn-machine rn-off"} aria-label={name}>
      <header className="rn-head">
        <ReachSign of={reach} />
        <span className="rn-name">
          <b className="strong">{name}</b> <About machine={machine} />{" "}
          {runner.isDraining && online && <Tag tone="warn">paused</Tag>}
        </span>
        <Offers machine={machine} names={names} />
        {online && <Slots machine={machine} state={state} />}
        <Acts machine={machine} state={state} />
      </header>
      {!online && <Gone machine={machine} />}
      {online && runs.length === 0 && <p className="small muted rn-say">Nothing runs here now.</p>}
      {runs.length > 0 && (
        <ul aria-label={say`Runs on ${name}`}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} state={state} names={names} />
          ))}
        </ul>
      )}
    </section>
  );
}

function About({ machine: { runner, reach, seenAt } }: { machine: Machine }): ReactNode {
  const up = useSince(runner.connectedAt);
  const quiet = useSince(seenAt);
  const { project, version } = runner;
  const platform = platformOf(runner);
  const where = project.branch === null ? say`in ${project.name}` : say`in ${project.name} on ${project.branch}`;
  const life =
    reach === "offline"
      ? `last seen ${clockOf(seenAt)}`
      : reach === "unstable"
        ? `slow to answer for ${quiet}`
        : `up ${up}`;
  return (
    <span className={reach === "unstable" ? "small c-warn" : "small muted"}>
      {[say`${platform}, runner ${version}`, where, life].join(", ")}
    </span>
  );
}

function platformOf({ platform }: Runner): string {
  if (platform === "linux" || platform === "darwin" || platform === "win32") return PLATFORM[platform];
  return platform;
}

/** Each role once, with how many of its runs are there now. */
function Offers({ machine: { runner, runs }, names }: { machine: Machine; names: Names }) {
  const roles = [...new Set(runner.offers.map(({ role }) => role))];
  return (
    <ul className="rn-offers" aria-label={say`Roles that ${runner.name} starts`}>
      {roles.map((role) => {
        const count = runs.filter((run) => run.role === role).length;
        return (
          <li key={role} title={say`${names.role(role)}: ${count} running`}>
            {names.role(role)} {count > 0 && <span className="muted">{count}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Marks tell at a glance only while they can be counted. */
const MARKS_MAX = 12;

function Slots({ machine: { runner, runs }, state }: Part): ReactNode {
  const { roomId, seq } = state.view;
  // The choice is shown until the room's log has it.
  const [chosen, setChosen] = useState<{ slots: number; seq: number } | null>(null);
  const slots = chosen !== null && chosen.seq > seq ? chosen.slots : runner.slots;
  const choose = (wanted: number): void => {
    setChosen({ slots: wanted, seq: Number.POSITIVE_INFINITY });
    call("setRunner", { params: { room: roomId, runner: runner.id }, body: { slots: wanted } })
      .then((done) =>
        // Only the last of several presses counts.
        setChosen((last) => (last?.slots === done.slots ? { ...last, seq: done.seq } : last)),
      )
      .catch((error: unknown) => {
        setChosen(null);
        toast(explain(error).message, { tone: "bad" });
      });
  };
  const used = runs.length;
  const marks = Math.max(slots, used);
  return (
    <span className="rn-slots">
      {marks <= MARKS_MAX && (
        <span className="rn-marks" role="img" aria-label={`${used} of ${slots} slots in use`}>
          {Array.from({ length: marks }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks are alike
            <i key={at} className={at < used ? "rn-taken" : undefined} />
          ))}
        </span>
      )}
      <span className="small muted">{`${used} of`}</span>
      {may(state, "setRunner") ? (
        <span className="rn-steps">
          <IconButton
            icon={Minus}
            label={say`Fewer slots on ${runner.name}`}
            onClick={() => slots > 0 && choose(slots - 1)}
          />
          <b className="strong">{slots}</b>
          <IconButton
            icon={Plus}
            label={say`More slots on ${runner.name}`}
            onClick={() => slots < SLOTS_MAX && choose(slots + 1)}
          />
        </span>
      ) : (
        <b className="strong">{slots}</b>
      )}
    </span>
  );
}

function Acts({ machine: { runner, runs }, state }: Part): ReactNode {
  const { id, name: machine, online, isDraining } = runner;
  const said = { runner: machine };
  const params = { room: state.view.roomId, runner: id };
  const [asks, setAsks] = useState<"stop" | "forget" | null>(null);
  const close = (): void => setAsks(null);
  const pause = useAct("setRunner", { told: "toast" });
  return (
    <span className="rn-acts">
      {online && may(state, "setRunner") && (
        <Button
          kind="ghost"
          aria-label={isDraining ? say`Resume ${said.runner}` : say`Drain ${said.runner}`}
          onClick={() => void pause.send({ params, body: { isDraining: !isDraining } })}
        >
          {isDraining ? "Resume" : "Drain"}
        </Button>
      )}
      {online && runs.length > 0 && may(state, "stopRuns") && (
        <Button kind="ending" aria-label={say`Stop all runs on ${said.runner}`} onClick={() => setAsks("stop")}>
          Stop
        </Button>
      )}
      {!online && may(state, "forgetRunner") && (
        <Button kind="ghost" aria-label={say`Forget ${said.runner}`} onClick={() => setAsks("forget")}>
          Forget
        </Button>
      )}
      {asks === "stop" && (
        <Confirm
          title={say`Stop all runs on ${said.runner}?`}
          text={say`${endsText(runs.length)} ${said.runner} takes nothing new before you resume it.`}
          label="Stop"
          isDangerous
          route="stopRuns"
          given={{ params: { room: params.room }, body: { runner: id } }}
          said={() => say`The runs on ${said.runner} stop.`}
          onClose={close}
        />
      )}
      {asks === "forget" && (
        <Confirm
          title={say`Forget ${said.runner}?`}
          text="This ends its credential and those of its agents. To bring it back, run a new line there."
          label="Forget"
          isDangerous
          route="forgetRunner"
          given={{ params }}
          said={() => say`${said.runner} is off the list.`}
          onClose={close}
        />
      )}
    </span>
  );
}

function Gone({ machine: { runner, lost } }: { machine: Machine }): ReactNode {
  const [first] = lost;
  const ended =
    lost.length === 1 && first?.taskId
      ? `Its run on ${first.taskId} ended, and the task went back to the queue.`
      : lost.length > 0
        ? lost.length === 1
          ? `${lost.length} run ended with it.`
          : `${lost.length} runs ended with it; their tasks went back to the queue.`
        : "";
  const why =
    runner.offlineReason === "left"
      ? "It was stopped there. The same command brings it back."
      : "No sign of life for a minute. It comes back by itself once it reaches the server.";
  return <p className="small muted rn-say">{`${ended} ${why}`.trim()}</p>;
}
