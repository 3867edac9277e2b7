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
import { t } from "./words.ts";
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
    onSuccess: () => toast(t("grants.revoked")),
  });
  return (
    <section aria-labelledby="policy-grants">
      <h3 id="policy-grants" className="pol-title">
        {t("grants.title")}
      </h3>
      {revoke.isError && <Note tone="bad">{explain(revoke.error).message}</Note>}
      {grants.length === 0 && <p className="muted">{t("grants.none")}</p>}
      <ul className="pol-grants">
        {grants.toReversed().map(({ id, words, rule, scope, by, at }) => (
          <li key={id}>
            <code>{words}</code>
            <span className="small muted">
              {scope.kind === "task"
                ? t("grants.task", { task: scope.taskId })
                : t("grants.role", {
                    role: roles.find(({ name }) => name === scope.role)?.title ?? scope.role,
                  })}
              , {t("grants.by", { by })}, <Since at={at} ago />. {titleOfRule(rule)}
            </span>
            {canRevoke && (
              <Button
                kind="ghost"
                aria-label={t("grants.revokeOf", { words })}
                onClick={() => revoke.mutate(id)}
              >
                {t("grants.revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
