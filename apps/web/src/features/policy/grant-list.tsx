import type { Grant } from "@squadroom/core/policy/policy";
import { titleOfRule } from "@squadroom/core/policy/rule";
import type { Role } from "@squadroom/core/team/team";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { call, explain, newKey } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import "./policy.css";

/** What answers allowed beyond their call, the newest first; each can be taken back. */
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
  const revoke = useMutation({
    mutationFn: (grantId: string) =>
      call("revokeGrant", { key: newKey(), params: { room, grantId } }),
    onSuccess: () => toast("Taken back: it asks again."),
  });
  return (
    <section aria-labelledby="policy-grants">
      <h3 id="policy-grants" className="pol-title">
        Allowed by answers
      </h3>
      {revoke.isError && <Note tone="bad">{explain(revoke.error).message}</Note>}
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
                onClick={() => revoke.mutate(id)}
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
