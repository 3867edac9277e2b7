import type { Grant } from "@squadroom/core/policy/policy";
import { titleOfRule } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { Since } from "../../clock/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import "./policy.css";

/** What answers allowed beyond their own call, the newest first; each can be taken back. */
export function GrantList({
  grants,
  roles,
  room,
  canRevoke,
}: {
  grants: readonly Grant[];
  roles: readonly Role[];
  room: string;
  canRevoke: boolean;
}): ReactNode {
  const revoke = useAct("revokeGrant", { said: () => "Taken back: it asks again." });
  return (
    <section aria-labelledby="policy-grants">
      <h3 id="policy-grants" className="pol-title">
        Allowed by answers
      </h3>
      {revoke.problem && <Note tone="bad">{revoke.problem}</Note>}
      {grants.length === 0 && <p className="muted">Nobody has allowed anything beyond one call.</p>}
      <ul className="pol-grants">
        {grants.toReversed().map(({ id, words, rule, scope, by, at }) => (
          <li key={id}>
            <code>{words}</code>
            <span className="small muted">
              {scope.kind === "task"
                ? `until ${scope.taskId} ends`
                : say`always for ${roles.find(({ name }) => name === scope.role)?.title ?? scope.role}`}
              , {say`by ${by}`}, <Since at={at} ago />. {titleOfRule(rule)}
            </span>
            {canRevoke && (
              <Button
                kind="ghost"
                aria-label={say`Take back ${words}`}
                onClick={() => void revoke.send({ params: { room, grantId: id } })}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
