import { Link } from "@tanstack/react-router";
import { Monitor, Pause, Play, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { useActs } from "../../act/use-act.ts";
import { may } from "../../live/allowed.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { HarnessTable } from "./harness-table.tsx";
import { MachineSection } from "./machine.tsx";
import { type Machine, machinesOf, slotsOf, waitingIn } from "./machine-facts.ts";
import { RunHere } from "./run-here.tsx";
import { StartRunDialog } from "./start-run-dialog.tsx";
import { WaitingList } from "./waiting-list.tsx";
import { endsText } from "./words.ts";
import "./runner.css";

/** The machines that start the room's agents, what runs there, and what waits for a slot. */
export function RunnersSection({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const now = useLiveNow();
  const machines = machinesOf(state, now);
  const waiting = waitingIn(state.view, now);
  const count = waiting.runs.length + waiting.tasks.length;
  const there = machines.filter(({ runner }) => runner.online).map(({ runner }) => runner);
  if (machines.length === 0) return <RunHere state={state} names={names} />;
  return (
    <>
      <section>
        <div className="rn-title">
          <h2>Machines</h2>
          <p className="small muted">
            {say`${slotsOf(machines).used} of ${slotsOf(machines).slots} slots in use`}
            {count > 0 && `, ${count === 1 ? `${count} waits for a slot` : `${count} wait for a slot`}`}
          </p>
          <Everywhere machines={machines} state={state} names={names} />
        </div>
        {machines.map((machine) => (
          <MachineSection key={machine.runner.id} machine={machine} state={state} names={names} />
        ))}
        <WaitingList waiting={waiting} state={state} names={names} />
        <p className="small muted rn-explain">
          Drain: it takes nothing new, and runs continue. Stop: every run there ends now; tasks go back to the queue,
          and changes stay.{" "}
          <Link className="link" to="/rooms/$room/runs" params={{ room: state.view.name }}>
            All runs of this room
          </Link>{" "}
          <Link className="link" to="/rooms/$room/branches" params={{ room: state.view.name }}>
            Its branches
          </Link>
        </p>
      </section>
      <HarnessTable view={state.view} runners={there} />
    </>
  );
}

/** Acts on all machines at once. */
function Everywhere({
  machines,
  state,
  names,
}: {
  machines: readonly Machine[];
  state: RoomState;
  names: Names;
}): ReactNode {
  const [asks, setAsks] = useState<"pause" | "start" | "here" | null>(null);
  const close = (): void => setAsks(null);
  const { roomId: room } = state.view;
  const { live } = state.view.runs;
  const there = machines.filter(({ runner }) => runner.online).map(({ runner }) => runner);
  const isPaused = there.length > 0 && there.every(({ isDraining }) => isDraining);
  const acts = useActs("toast");
  const resume = async (): Promise<void> => {
    const body = { isDraining: false };
    for (const { id: runner } of there) if (!(await acts.send("setRunner", { params: { room, runner }, body }))) return;
    toast("Agents start again as tasks need them.");
  };
  return (
    <span className="rn-top">
      {may(state, "createRunner") && (
        <Button kind="ghost" onClick={() => setAsks("here")}>
          <Icon of={Monitor} size="s" />
          Add a machine
        </Button>
      )}
      {may(state, "stopRuns") && there.length > 0 && !isPaused && (
        <Button kind="ghost" onClick={() => setAsks("pause")}>
          <Icon of={Pause} size="s" />
          Pause all
        </Button>
      )}
      {may(state, "setRunner") && isPaused && (
        <Button onClick={() => void resume()}>
          <Icon of={Play} size="s" />
          Resume all
        </Button>
      )}
      {may(state, "startRun") && there.length > 0 && (
        <Button kind="ghost" onClick={() => setAsks("start")}>
          <Icon of={Plus} size="s" />
          Start a run
        </Button>
      )}
      {asks === "pause" && (
        <Confirm
          title={live.length > 0 ? "Stop all runs and pause?" : "Pause all?"}
          text={`${endsText(live.length)} Nothing starts before you resume.`}
          label="Pause all"
          isDangerous
          route="stopRuns"
          given={{ params: { room }, body: {} }}
          said={({ stopped }) => `${stopped.length > 0 ? "All runs stop. " : ""}Nothing starts before you resume.`}
          onClose={close}
        />
      )}
      {asks === "here" && (
        <Dialog onClose={close} title="Add a machine" width={720}>
          <RunHere state={state} names={names} isFirst={false} />
        </Dialog>
      )}
      {asks === "start" && <StartRunDialog room={room} runners={there} names={names} onClose={close} />}
    </span>
  );
}
