import type { Branch } from "@squadroom/core/branch/branch";
import { branchState } from "@squadroom/core/branch/state";
import type { BranchAct } from "@squadroom/core/run/run";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActs } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import "../../ui/acts.css";

const ACT_DOING = {
  take: "The runner takes it into your branch.",
  push: "The runner pushes it.",
  clean: "The runner removes it.",
};

type Asked = "clean" | "skip" | "take" | null;

/** What a person may do with it in its present state, each act with its consequence. */
export function BranchActs({ branch, state }: { branch: Branch; state: RoomState }): ReactNode {
  const { view } = state;
  const [asked, setAsked] = useState<Asked>(null);
  const { key, name, line, base, orders, taken, pushed, problem, runnerId, merge, stopped } = branch;
  const params = { room: view.name, branch: key };
  const acts = useActs("toast");
  const told = { said: () => "The runner is told." };
  const order = (act: BranchAct) => void acts.send("orderBranch", { params, body: { act, anyway: false } }, told);
  const runner = view.runs.runners[runnerId];
  const stands = branchState(view, branch);
  const canTake = line === null && base !== null && ["ready", "unfinished", "pushed"].includes(stands);
  const row = (label: string, hint: string, run: () => void, kind?: "primary" | "danger") => (
    <div className="act-row">
      <Button {...(kind ? { kind } : {})} onClick={run}>
        {label}
      </Button>
      <p>{hint}</p>
    </div>
  );
  const hasMerge = merge?.state === "failed" || merge?.state === "waiting";
  return (
    <section aria-label="What you can do">
      <h2>What you can do</h2>
      {taken && <p className="small">{say`In ${taken.into}, by ${taken.by}.`}</p>}
      {pushed && <p className="small">{say`On ${pushed.remote}.`}</p>}
      {orders.map(({ id, act }) => (
        <Note key={id}>{ACT_DOING[act]}</Note>
      ))}
      {problem && <Note tone="warn">{problem}</Note>}
      {may(state, "orderBranch") && (
        <div className="acts">
          {merge?.state === "failed" &&
            row(
              "Try again",
              "Merges it again. If that fails, you are asked again or an agent mends it.",
              () => void acts.send("retryMerge", { params }, { said: () => "It is merged again." }),
              "primary",
            )}
          {hasMerge &&
            row(
              "Leave it out",
              "The work continues without it. The branch stays, and your reason is kept.",
              () => setAsked("skip"),
              "danger",
            )}
          {canTake &&
            row(
              say`Take into ${base}`,
              stopped
                ? `${stopped.taskId} ended without a result: nobody took what is here for done. Look at its changes first.`
                : say`Merges it into ${base} on ${runner?.name ?? ""}. Nothing else of yours changes.`,
              () => (stopped ? setAsked("take") : order("take")),
              stopped ? "danger" : "primary",
            )}
          {runner?.project.hasRemote &&
            row("Push", "Pushes it to the remote of the repository, so that others can see it.", () => order("push"))}
          {row(
            "Remove",
            "Removes the branch with its worktrees. Work that is nowhere else is lost.",
            () => setAsked("clean"),
            "danger",
          )}
        </div>
      )}
      {asked === "clean" && (
        <Confirm
          title={say`Remove ${name}?`}
          text="Removes the branch with its worktrees. Work that is nowhere else is lost."
          label="Remove"
          isDangerous
          route="orderBranch"
          given={{ params, body: { act: "clean", anyway: false } }}
          {...told}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "take" && stopped && (
        <Confirm
          title={`Take what ${stopped.taskId} left?`}
          text={`${stopped.taskId} ended without a result: nobody took what is here for done. Look at its changes first.`}
          label={say`Take into ${base ?? ""}`}
          isDangerous
          route="orderBranch"
          given={{ params, body: { act: "take", anyway: true } }}
          {...told}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "skip" && <SkipDialog branch={branch} room={view.name} onClose={() => setAsked(null)} />}
    </section>
  );
}

function SkipDialog({
  branch: { key },
  room,
  onClose,
}: {
  branch: Branch;
  room: string;
  onClose: () => void;
}): ReactNode {
  const form = useActForm("skipMerge", {
    start: { reason: "" },
    lacks: ({ reason }) => ({ reason: reason.trim() === "" && "Say why in a few words." }),
    gives: (body) => ({ params: { room, branch: key }, body }),
    said: () => say`${key} is left out.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={say`Leave ${key} out?`}
      label="Leave it out"
      kind="danger"
      width={440}
      onClose={onClose}
    >
      <p className="ink2">The work continues without it. The branch stays, and your reason is kept.</p>
      <Field {...form.at("reason")} label="Why it is left out" />
    </FormDialog>
  );
}
