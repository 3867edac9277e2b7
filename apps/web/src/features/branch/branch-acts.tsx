import type { Branch } from "@squadroom/core/branch/branch";
import { branchState } from "@squadroom/core/branch/state";
import type { BranchAct } from "@squadroom/core/run/run";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import "../../ui/acts.css";

const ACT_DOING = {
  take: "The runner takes it into your branch.",
  push: "The runner pushes it.",
  clean: "The runner removes it.",
};

type Asked = "clean" | "skip" | "take" | null;

/** What a person may do with it as it stands, each with its consequence. */
export function BranchActs({ branch, state }: { branch: Branch; state: RoomState }): ReactNode {
  const { view } = state;
  const [asked, setAsked] = useState<Asked>(null);
  const { key, name, line, base, orders, taken, pushed, problem, runnerId, merge, stopped } =
    branch;
  const params = { room: view.name, branch: key };
  const fail = (error: unknown): unknown => toast(explain(error).message, { tone: "bad" });
  const order = useMutation({
    mutationFn: (act: BranchAct) =>
      call("orderBranch", { params, body: { act, anyway: asked === "take" } }),
    onSuccess: () => {
      toast("The runner is told.");
      setAsked(null);
    },
    onError: fail,
  });
  const retry = useMutation({
    mutationFn: () => call("retryMerge", { params }),
    onSuccess: () => toast("It is merged again."),
    onError: fail,
  });
  const runner = view.runs.runners[runnerId];
  const stands = branchState(view, branch);
  const canTake =
    line === null && base !== null && ["ready", "unfinished", "pushed"].includes(stands);
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
              () => retry.mutate(),
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
              () => (stopped ? setAsked("take") : order.mutate("take")),
              stopped ? "danger" : "primary",
            )}
          {runner?.project.hasRemote &&
            row(
              "Push",
              "Pushes it to the remote of the repository, so that others can see it.",
              () => order.mutate("push"),
            )}
          {row(
            "Remove",
            "Removes the branch with its worktrees. What nothing else has is lost.",
            () => setAsked("clean"),
            "danger",
          )}
        </div>
      )}
      {asked === "clean" && (
        <Confirm
          title={say`Remove ${name}?`}
          text="Removes the branch with its worktrees. What nothing else has is lost."
          label="Remove"
          isDangerous
          act={{ ...order, mutate: () => order.mutate("clean") }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "take" && stopped && (
        <Confirm
          title={`Take what ${stopped.taskId} left?`}
          text={`${stopped.taskId} ended without a result: nobody took what is here for done. Look at its changes first.`}
          label={say`Take into ${base ?? ""}`}
          isDangerous
          act={{ ...order, mutate: () => order.mutate("take") }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "skip" && (
        <SkipDialog branch={branch} room={view.name} onClose={() => setAsked(null)} />
      )}
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
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === "";
  const skip = useMutation({
    mutationFn: () => call("skipMerge", { params: { room, branch: key }, body: { reason } }),
    onSuccess: () => {
      toast(say`${key} is left out.`);
      onClose();
    },
  });
  return (
    <Confirm
      title={say`Leave ${key} out?`}
      text="The work continues without it. The branch stays, and your reason is kept."
      label="Leave it out"
      isDangerous
      act={{ ...skip, mutate: () => (isEmpty ? setTried(true) : skip.mutate()) }}
      onClose={onClose}
    >
      <Field
        label="Why it is left out"
        value={reason}
        maxLength={500}
        problem={isTried && isEmpty ? "Say why in a few words." : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  );
}
