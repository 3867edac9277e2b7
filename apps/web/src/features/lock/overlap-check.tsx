import { foreignSyntax, readGlob } from "@squadroom/core/kernel/glob";
import { readPattern } from "@squadroom/core/lock/lock";
import { commonLocked } from "@squadroom/core/lock/overlap";
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { t } from "./words.ts";

const WORK = 200_000;

/** Tries two patterns against each other. */
export function OverlapCheck(): ReactNode {
  const [first, setFirst] = useState("src/**/webhook.ts");
  const [second, setSecond] = useState("src/refund/*.ts");
  const [a, b] = [first, second].map((text) =>
    foreignSyntax(text) === null ? readPattern(text) : null,
  );
  const path =
    a == null || b == null ? null : commonLocked(readGlob(a), readGlob(b), { left: WORK });
  return (
    <section className="rec-group" aria-label={t("overlap.title")}>
      <div className="rec-head">
        <h2>{t("overlap.title")}</h2>
        <span className="small muted">{t("overlap.hint")}</span>
      </div>
      <div className="lk-overlap">
        <Field
          label={t("overlap.first")}
          className="mono"
          value={first}
          maxLength={300}
          onChange={(event) => setFirst(event.target.value)}
        />
        <Field
          label={t("overlap.second")}
          className="mono"
          value={second}
          maxLength={300}
          onChange={(event) => setSecond(event.target.value)}
        />
        <output className="lk-said">
          {a == null || b == null ? (
            <span className="muted">{t("overlap.wrong")}</span>
          ) : (
            <>
              <Tag tone={path === null ? "plain" : "warn"}>
                {t(path === null ? "overlap.no" : "overlap.yes")}
              </Tag>
              <span className="ink2">{t(path === null ? "overlap.nothing" : "overlap.both")}</span>
              {path !== null && <span className="mono">{plainText(path)}</span>}
            </>
          )}
        </output>
      </div>
    </section>
  );
}
