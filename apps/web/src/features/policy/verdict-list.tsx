import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { call, explain } from "../../live/api.ts";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import "./policy.css";

const VERDICTS = {
  all: "All",
  allow: "Allowed",
  deny: "Denied",
  ask: "Asked",
  modify: "Changed",
};

const VERDICTS_ONE = {
  allow: "allowed",
  deny: "denied",
  ask: "asks",
  modify: "changed",
};

const KINDS = ["all", "deny", "ask", "modify", "allow"] as const;
/** They are not part of the log, so nothing announces a new one. */
const EVERY_MS = 5_000;
const TONE = { allow: "muted", deny: "c-bad", modify: "c-warn", ask: "you" } as const;

/** The latest verdicts, newest first. */
export function VerdictList({ room }: { room: string }): ReactNode {
  const [kind, setKind] = useState<(typeof KINDS)[number]>("all");
  const query = useQuery({
    queryKey: ["verdicts", room, kind],
    queryFn: () =>
      call("listVerdicts", {
        params: { room },
        query: kind === "all" ? {} : { verdict: kind },
      }),
    refetchInterval: EVERY_MS,
  });
  const rows = query.data?.data ?? [];
  return (
    <section aria-labelledby="policy-verdicts">
      <h3 id="policy-verdicts" className="pol-title">
        Recent verdicts <span className="small muted">since the server started</span>
      </h3>
      <Segments
        label="Which verdicts"
        value={kind}
        options={KINDS.map((value) => ({ value, label: VERDICTS[value] }))}
        onChange={setKind}
      />
      {query.isError && <Note tone="bad">{explain(query.error).message}</Note>}
      {query.isSuccess && rows.length === 0 && (
        <p className="muted pol-none">
          No call has been judged yet. Agents whose clients have the room's hook ask before each call.
        </p>
      )}
      <ul className="pol-verdicts" aria-label="Recent verdicts">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be the same in everything
          <li key={at}>
            <time className="small muted">{clockOf(row.at)}</time>
            <span className="strong">{row.agent}</span>
            <code>{row.call}</code>
            <span className={TONE[row.verdict]}>{VERDICTS_ONE[row.verdict]}</span>
            <span className="small muted">{row.reason}</span>
            <span className="small muted">{`${row.tookMs} ms`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
