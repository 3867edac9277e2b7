import { revisable } from "@squadroom/core/pipeline/revise";
import { progressIn } from "@squadroom/core/session/pipeline/revision";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { type ReactNode, useMemo, useState } from "react";
import { may } from "../../live/allowed.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { useOpenTask } from "../task/index.ts";
import type { StepProps } from "./step-props.ts";
import "./pipeline.css";

const ReviseDialog = late(() => import("./revise-dialog.tsx").then((part) => part.ReviseDialog));

/** Finished steps can be redone while the pipeline runs; the one whose task is open is selected at first. */
export function ReviseSteps({ state, session }: Pick<StepProps<PipelineSession>, "state" | "session">): ReactNode {
  const { view } = state;
  const openId = useOpenTask();
  const [isOpen, setOpen] = useState(false);
  const canRevise = useMemo(
    () => revisable(session.pipeline.steps, progressIn(view, session)).length > 0,
    [view, session],
  );
  if (session.state !== "running" || !canRevise || !may(state, "reviseSteps")) return null;
  return (
    <p className="pipe-revise">
      <Button onClick={() => setOpen(true)}>Revise steps</Button>
      {isOpen && <ReviseDialog {...{ state, session, first: openId }} onClose={() => setOpen(false)} />}
    </p>
  );
}
