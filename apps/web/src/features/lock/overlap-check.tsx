import { foreignSyntax, readGlob } from "@squadroom/core/kernel/glob";
import { readPattern } from "@squadroom/core/lock/lock";
import { commonLocked } from "@squadroom/core/lock/overlap";
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";

const WORK = 200_000;

/** Tries two patterns against each other. */
export function OverlapCheck(): ReactNode {
  const [first, setFirst] = useState("src/**/webhook.ts");
  const [second, setSecond] = useState("src/refund/*.ts");
  const [a, b] = [first, second].map((text) => (foreignSyntax(text) === null ? readPattern(text) : null));
  const path = a == null || b == null ? null : commonLocked(readGlob(a), readGlob(b), { left: WORK });
  return (
    <section className="rec-group" aria-label="Do these two overlap?">
      <div className="rec-head">
        <h2>Do these two overlap?</h2>
        <span className="small muted">the same check as the server’s; it takes no lock</span>
      </div>
      <div className="lk-overlap">
        <Field label="First" className="mono" value={first} maxLength={300} onChange={setFirst} />
        <Field label="Second" className="mono" value={second} maxLength={300} onChange={setSecond} />
        <output className="lk-said">
          {a == null || b == null ? (
            <span className="muted">Write paths of the repository, with *, ** and ? alone.</span>
          ) : (
            <>
              <Tag tone={path === null ? "plain" : "warn"}>{path === null ? "no" : "yes"}</Tag>
              <span className="ink2">{path === null ? "no path matches both" : "both match"}</span>
              {path !== null && <span className="mono">{plainText(path)}</span>}
            </>
          )}
        </output>
      </div>
    </section>
  );
}
