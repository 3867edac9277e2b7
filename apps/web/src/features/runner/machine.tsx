import { type Runner, SLOTS_MAX } from "@squadroom/core/run/run";
import { Minus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { useSince } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toasts.ts";
import type { Machine } from "./machine-facts.ts";
import { RunRow } from "./run-row.tsx";
import { useAct } from "./use-act.ts";
import { t } from "./words.ts";
import "./runner.css";

type Part = { machine: Machine; state: RoomState };

/** One machine: what it offers, how many slots of it are taken, what runs there, and what to do with it. */
export function MachineSection({ machine, state, names }: Part & { names: Names }): ReactNode {
  const { runner, reach, runs } = machine;
  const { name, online } = runner;
  return (
    <section className={online ? "rn-machine" : "rn-machine rn-off"} aria-label={name}>
      <header className="rn-head">
        <ReachSign of={reach} />
        <span className="rn-name">
          <b className="strong">{name}</b> <About machine={machine} />{" "}
          {runner.isDraining && online && <Tag tone="warn">{t("draining")}</Tag>}
        </span>
        <Offers machine={machine} names={names} />
        {online && <Slots machine={machine} state={state} />}
        <Acts machine={machine} state={state} />
      </header>
      {!online && <Gone machine={machine} />}
      {online && runs.length === 0 && <p className="small muted rn-say">{t("noRuns")}</p>}
      {runs.length > 0 && (
        <ul aria-label={t("runsOn", { runner: name })}>
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
  const where =
    project.branch === null
      ? t("project", { project: project.name })
      : t("onBranch", { project: project.name, branch: project.branch });
  const life =
    reach === "offline"
      ? t("lastSeen", { at: clockOf(seenAt) })
      : reach === "unstable"
        ? t("slow", { since: quiet })
        : t("up", { since: up });
  return (
    <span className={reach === "unstable" ? "small c-warn" : "small muted"}>
      {[t("about", { platform, version }), where, life].join(", ")}
    </span>
  );
}

function platformOf({ platform }: Runner): string {
  if (platform === "linux" || platform === "darwin" || platform === "win32")
    return t(`platform.${platform}`);
  return platform;
}

/** Each role once, with how many of it run there now. */
function Offers({ machine: { runner, runs }, names }: { machine: Machine; names: Names }) {
  const roles = [...new Set(runner.offers.map(({ role }) => role))];
  return (
    <ul className="rn-offers" aria-label={t("offers", { runner: runner.name })}>
      {roles.map((role) => {
        const count = runs.filter((run) => run.role === role).length;
        return (
          <li key={role} title={t("offered", { role: names.role(role), count })}>
            {names.role(role)} {count > 0 && <span className="muted">{count}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Marks tell at a glance only while one can count them. */
const MARKS_MAX = 12;

function Slots({ machine: { runner, runs }, state }: Part): ReactNode {
  const { roomId, seq } = state.view;
  // What was chosen is shown until the room's log has it.
  const [chosen, setChosen] = useState<{ slots: number; seq: number } | null>(null);
  const slots = chosen !== null && chosen.seq > seq ? chosen.slots : runner.slots;
  const choose = (wanted: number): void => {
    setChosen({ slots: wanted, seq: Number.POSITIVE_INFINITY });
    call("setRunner", { params: { room: roomId, runner: runner.id }, body: { slots: wanted } })
      .then((done) =>
        // Only the last of several presses is what it comes to.
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
        <span className="rn-marks" role="img" aria-label={t("used", { used, slots })}>
          {Array.from({ length: marks }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks are alike
            <i key={at} className={at < used ? "rn-taken" : undefined} />
          ))}
        </span>
      )}
      <span className="small muted">{t("of", { used })}</span>
      {may(state, "setRunner") ? (
        <span className="rn-steps">
          <IconButton
            icon={Minus}
            label={t("fewer", { runner: runner.name })}
            onClick={() => slots > 0 && choose(slots - 1)}
          />
          <b className="strong">{slots}</b>
          <IconButton
            icon={Plus}
            label={t("more", { runner: runner.name })}
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
  const pause = useAct(() => call("setRunner", { params, body: { isDraining: !isDraining } }));
  const stop = useAct(
    () => call("stopRuns", { params: { room: params.room }, body: { runner: id } }),
    () => t("stopped", said),
  );
  const forget = useAct(
    () => call("forgetRunner", { params }),
    () => t("forgotten", said),
  );
  return (
    <span className="rn-acts">
      {online && may(state, "setRunner") && (
        <Button
          kind="ghost"
          aria-label={t(isDraining ? "resumeNamed" : "drainNamed", said)}
          onClick={() => !pause.isPending && pause.mutate()}
        >
          {t(isDraining ? "resume" : "drain")}
        </Button>
      )}
      {online && runs.length > 0 && may(state, "stopRuns") && (
        <Button kind="ending" aria-label={t("stopNamed", said)} onClick={() => setAsks("stop")}>
          {t("stop")}
        </Button>
      )}
      {!online && may(state, "forgetRunner") && (
        <Button kind="ghost" aria-label={t("forgetNamed", said)} onClick={() => setAsks("forget")}>
          {t("forget")}
        </Button>
      )}
      {asks === "stop" && (
        <Confirm
          title={t("stopTitle", said)}
          text={t("stopText", { ...said, count: runs.length, n: runs.length })}
          label={t("stop")}
          isDangerous
          act={{ ...stop, mutate: () => stop.mutate(undefined, { onSuccess: close }) }}
          onClose={close}
        />
      )}
      {asks === "forget" && (
        <Confirm
          title={t("forgetTitle", said)}
          text={t("forgetText")}
          label={t("forget")}
          isDangerous
          act={{ ...forget, mutate: () => forget.mutate(undefined, { onSuccess: close }) }}
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
      ? t("gone.task", { task: first.taskId })
      : lost.length > 0
        ? t("gone.runs", { count: lost.length, n: lost.length })
        : "";
  const why = t(runner.offlineReason === "left" ? "gone.left" : "gone.silent");
  return <p className="small muted rn-say">{`${ended} ${why}`.trim()}</p>;
}
