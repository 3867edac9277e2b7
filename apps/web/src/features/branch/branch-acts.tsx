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
import { t } from "./words.ts";
import "../../ui/acts.css";

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
      toast(t("act.told"));
      setAsked(null);
    },
    onError: fail,
  });
  const retry = useMutation({
    mutationFn: () => call("retryMerge", { params }),
    onSuccess: () => toast(t("act.again")),
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
    <section aria-label={t("act.label")}>
      <h2>{t("act.label")}</h2>
      {taken && <p className="small">{t("act.taken", taken)}</p>}
      {pushed && <p className="small">{t("act.pushed", pushed)}</p>}
      {orders.map(({ id, act }) => (
        <Note key={id}>{t(`act.doing.${act}`)}</Note>
      ))}
      {problem && <Note tone="warn">{problem}</Note>}
      {may(state, "orderBranch") && (
        <div className="acts">
          {merge?.state === "failed" &&
            row(t("act.retry"), t("act.retryHint"), () => retry.mutate(), "primary")}
          {hasMerge && row(t("act.skip"), t("act.skipHint"), () => setAsked("skip"), "danger")}
          {canTake &&
            row(
              t("act.take", { into: base }),
              stopped
                ? t("act.takeStopped", { task: stopped.taskId })
                : t("act.takeHint", { into: base, runner: runner?.name ?? "" }),
              () => (stopped ? setAsked("take") : order.mutate("take")),
              stopped ? "danger" : "primary",
            )}
          {runner?.project.hasRemote &&
            row(t("act.push"), t("act.pushHint"), () => order.mutate("push"))}
          {row(t("act.clean"), t("act.cleanHint"), () => setAsked("clean"), "danger")}
        </div>
      )}
      {asked === "clean" && (
        <Confirm
          title={t("act.cleanTitle", { name })}
          text={t("act.cleanHint")}
          label={t("act.clean")}
          isDangerous
          act={{ ...order, mutate: () => order.mutate("clean") }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "take" && stopped && (
        <Confirm
          title={t("act.takeTitle", { task: stopped.taskId })}
          text={t("act.takeStopped", { task: stopped.taskId })}
          label={t("act.take", { into: base ?? "" })}
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
      toast(t("act.left", { key }));
      onClose();
    },
  });
  return (
    <Confirm
      title={t("act.skipTitle", { key })}
      text={t("act.skipHint")}
      label={t("act.skip")}
      isDangerous
      act={{ ...skip, mutate: () => (isEmpty ? setTried(true) : skip.mutate()) }}
      onClose={onClose}
    >
      <Field
        label={t("act.skipReason")}
        value={reason}
        maxLength={500}
        problem={isTried && isEmpty ? t("act.skipEmpty") : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  );
}
