import type { ReviewReply } from "@squadroom/core/reply/shapes";
import type { ReactNode } from "react";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { say } from "../../words/say.tsx";
import { FINDING_SEVERITY } from "./words.ts";
import "./diff-view.css";

export type Finding = ReviewReply["findings"][number];

const TONES: Record<Finding["severity"], TagTone> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "plain",
};

/** A finding as shown below the line that it is about. */
export function FindingNote({ finding }: { finding: Finding }): ReactNode {
  const { severity, issue, suggestion, line } = finding;
  return (
    <div className={`df-note df-${TONES[severity]}`}>
      <p className="df-note-head">
        <Tag tone={TONES[severity]}>{FINDING_SEVERITY[severity]}</Tag>
        <span className="small muted">{line ? `line ${line}` : "the file as a whole"}</span>
      </p>
      <RichText text={issue} />
      {suggestion && <p className="muted">{say`Suggested: ${suggestion}`}</p>}
    </div>
  );
}
