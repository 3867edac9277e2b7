import type { Evidence, Gate } from "@squadroom/core/session/record/gate";
import { Check, Circle, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import "./gate.css";

const GATE_OUTCOME = {
  met: "met",
  open: "to come",
  failed: "failed",
  waived: "waived",
};

const SIGNS = {
  met: { icon: Check, tone: "c-ok" },
  open: { icon: Circle, tone: "muted" },
  failed: { icon: X, tone: "c-bad" },
  waived: { icon: TriangleAlert, tone: "c-warn" },
} as const;

/** What a gate asks for, line by line: whether it is met, and who says so. */
export function EvidenceList({ gate }: { gate: Gate }): ReactNode {
  if (gate.evidence.length === 0) return <p className="muted small">Evidence is collected once its phase begins.</p>;
  return (
    <>
      <ul className="ge">
        {gate.evidence.map((row) => (
          <EvidenceLine key={row.check} row={row} />
        ))}
      </ul>
      {gate.overriddenBy && (
        <p className="small c-warn ge-why">{say`${gate.overriddenBy.name} overrode it: ${gate.overriddenBy.reason}`}</p>
      )}
    </>
  );
}

function EvidenceLine({ row }: { row: Evidence }): ReactNode {
  const { icon, tone } = SIGNS[row.outcome];
  return (
    <li className="ge-row">
      <span className={tone}>
        <Icon of={icon} size="s" />
      </span>
      <span className="ge-what">
        <span className="sr">{GATE_OUTCOME[row.outcome]}: </span>
        {row.text}
        {row.by !== null && row.by !== "" && (
          <span className="small muted dots">
            <span>{say`by ${row.by}`}</span>
            {row.at !== null && <Since at={row.at} ago />}
          </span>
        )}
      </span>
    </li>
  );
}
