import type { CallSubject } from "@squadroom/core/decision/decision";
import { numberOfRule } from "@squadroom/core/policy/rule";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { say } from "../../words/say.tsx";
import "./permission-facts.css";

const PERMISSION_ACCESS = {
  read: "reads",
  write: "writes",
  delete: "deletes",
};

/** The contract's own, without what only the server compares. */
type Asked = Pick<CallSubject, "tool" | "command" | "cwd" | "rule" | "ruleTitle" | "deadlineAt"> & {
  touches: readonly { path: string | null; access: CallSubject["touches"][number]["access"] }[];
};

/** A waiting call: as written, what it does, where, and what happens without an answer. */
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
  const sentence = number > 0 ? say`Rule ${number}: “${ruleTitle}”` : say`“${ruleTitle}”`;
  return (
    <div className="perm">
      <p className="sr">{say`The call, as written: ${tool}`}</p>
      <pre className="perm-command">{command}</pre>
      {why !== "" && <p className="perm-why">{why}</p>}
      <dl className="perm-facts">
        <dt>Runs in</dt>
        <dd>{cwd === "." || cwd === "" ? "the project's folder" : <code>{cwd}</code>}</dd>
        {touches.length > 0 && (
          <>
            <dt>Would touch</dt>
            <dd>
              <ul>
                {touches.map(({ path, access }) => (
                  <li key={`${access} ${path}`}>
                    {PERMISSION_ACCESS[access]}{" "}
                    {path === null ? "something that is known only when it runs" : <code>{path}</code>}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>Why it asks</dt>
        <dd>
          {sentence}{" "}
          {room !== undefined && (
            <Link to="/rooms/$room/settings" params={{ room }} search={{ section: "policy" }}>
              Open the policy
            </Link>
          )}
        </dd>
        <dt>If nobody answers</dt>
        <dd>{say`Denied at ${clockOf(deadlineAt)}. ${agent} is told so and continues without it.`}</dd>
      </dl>
    </div>
  );
}
