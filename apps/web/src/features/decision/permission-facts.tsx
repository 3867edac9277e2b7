import type { CallSubject } from "@squadroom/core/decision/decision";
import { numberOfRule } from "@squadroom/core/policy/rule";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { t } from "./words.ts";
import "./permission-facts.css";

/** The contract's own, without what only the server compares. */
type Asked = Pick<CallSubject, "tool" | "command" | "cwd" | "rule" | "ruleTitle" | "deadlineAt"> & {
  touches: readonly { path: string | null; access: CallSubject["touches"][number]["access"] }[];
};

/** A call that waits: as written, what it does, where, and what happens without an answer. */
export function PermissionFacts({
  call,
  reason,
  agent,
  room,
}: {
  call: Asked;
  reason: string;
  agent: string;
  room: string | undefined;
}): ReactNode {
  const { command, cwd, touches, rule, ruleTitle, deadlineAt, tool } = call;
  const number = numberOfRule(rule);
  // The rule has a line of its own.
  const why = reason.endsWith(ruleTitle) ? reason.slice(0, -ruleTitle.length).trim() : reason;
  const sentence = t(number > 0 ? "permission.rule" : "permission.other", {
    number,
    title: ruleTitle,
  });
  return (
    <div className="perm">
      <p className="sr">{t("permission.command", { tool })}</p>
      <pre className="perm-command">{command}</pre>
      {why !== "" && <p className="perm-why">{why}</p>}
      <dl className="perm-facts">
        <dt>{t("permission.where")}</dt>
        <dd>{cwd === "." || cwd === "" ? t("permission.root") : <code>{cwd}</code>}</dd>
        {touches.length > 0 && (
          <>
            <dt>{t("permission.touches")}</dt>
            <dd>
              <ul>
                {touches.map(({ path, access }) => (
                  <li key={`${access} ${path}`}>
                    {t(`permission.access.${access}`)}{" "}
                    {path === null ? t("permission.unknown") : <code>{path}</code>}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{t("permission.why")}</dt>
        <dd>
          {sentence}{" "}
          {room !== undefined && (
            <Link to="/rooms/$room/settings" params={{ room }} search={{ section: "policy" }}>
              {t("permission.open")}
            </Link>
          )}
        </dd>
        <dt>{t("permission.unanswered")}</dt>
        <dd>{t("permission.denied", { at: clockOf(deadlineAt), agent })}</dd>
      </dl>
    </div>
  );
}
