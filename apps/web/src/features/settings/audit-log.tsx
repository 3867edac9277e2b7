import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "./loaded.tsx";

interface Entry {
  id: string | number;
  at: number;
}

/** What was done, newest first, a page at a time. */
export function AuditLog<E extends Entry>({
  title,
  text,
  query,
  lineOf,
  children,
}: {
  title: string;
  text: string;
  query: UseInfiniteQueryResult<{ pages: { data: readonly E[] }[] }>;
  lineOf: (entry: E) => ReactNode;
  /** Filters. */
  children?: ReactNode;
}): ReactNode {
  return (
    <section>
      <div className="st-head">
        <h2>{title}</h2>
        <p className="small muted">{text}</p>
        {children}
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.data);
          if (entries.length === 0) return <p className="muted">Nothing yet.</p>;
          return (
            <ul className="st-log" aria-label={title}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  {lineOf(entry)}
                  <Since at={entry.at} ago className="small muted nowrap" />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button kind="ghost" onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}
