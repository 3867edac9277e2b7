import type { ReactNode } from "react";
import { disconnectLine, type Harness, SETUPS } from "./connect-lines.ts";
import { say, t } from "./words.ts";

/** What the line writes, before it writes it. */
export function ConnectChanges({
  harness,
  origin,
}: {
  harness: Harness;
  origin: string;
}): ReactNode {
  const { files } = SETUPS[harness];
  return (
    <section className="cn-changes" aria-labelledby="cn-changes">
      <h2 id="cn-changes">
        {t("page.changes")} <span className="small muted cn-light">{t("page.shortened")}</span>
      </h2>
      {files.length === 0 && (
        <p className="cn-none">{t(harness === "shell" ? "page.noFileShell" : "page.noFile")}</p>
      )}
      {files.map(({ file, what, lines }) => (
        <div key={file}>
          <p className="cn-file">
            <code>{file}</code> <span className="small muted">{t(`page.writes.${what}`)}</span>
          </p>
          <div className="cn-lines mono">
            {lines.map((line) => (
              <p key={line} className={line.startsWith("+") ? "cn-added" : undefined}>
                {line}
              </p>
            ))}
          </div>
        </div>
      ))}
      <p className="cn-file">
        <code>~/.squadroom/</code> <span className="small muted">{t("page.writes.seat")}</span>
      </p>
      <div className="cn-back small muted">
        <p>
          <b>{t("page.guardTitle")}</b> {t(`page.guard.${harness}`)}
        </p>
        <p>
          {say("page.takeBack", {
            command: <code key="command">{disconnectLine(origin, harness)}</code>,
          })}
        </p>
      </div>
    </section>
  );
}
