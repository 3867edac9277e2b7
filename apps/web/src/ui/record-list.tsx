import type { ReactNode } from "react";
import { useListSteps } from "../keys/use-list-steps.ts";
import "./record-list.css";

/** A page of things that have pages of their own, in groups; keys step through them. */
export function RecordPage({
  next,
  previous,
  children,
}: {
  next: string;
  previous: string;
  children: ReactNode;
}): ReactNode {
  const [, ref] = useListSteps(next, previous);
  return (
    <div className="rec-page" ref={ref}>
      {children}
    </div>
  );
}

/** Those in the same state. */
export function RecordGroup({
  title,
  count,
  hint,
  children,
}: {
  title: string;
  count?: number | null;
  hint?: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="rec-group" aria-label={title}>
      <div className="rec-head">
        <h2>{title}</h2>
        {count != null && <span className="num-n muted">{count.toLocaleString("en")}</span>}
        {hint && <span className="small muted wide">{hint}</span>}
      </div>
      {children}
    </section>
  );
}
