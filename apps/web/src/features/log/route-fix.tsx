import type { EventOf } from "@squadroom/core/kernel/event";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { isolated, say } from "../../words/say.tsx";
import { RouteWhy } from "../team/index.ts";
import "./route-fix.css";

const ROUTE_DONE = {
  moved: ({ task, to }) => say`${task} moved to ${to}.`,
  created: ({ task, to }) => say`${to} got it as ${task}.`,
  kept: ({ task }) => `Kept for the rules; ${task} isn't moved any more.`,
  same: ({ to }) => say`${to} has it already.`,
} satisfies Record<string, (of: { task: string; to: string }) => string>;

/** The reasons for a route, what a person said about it, and the roles that should have got it: one click each. */
export function RouteFix({
  event,
  decision,
  state,
  names,
}: {
  event: EventOf<"message.sent">;
  decision: RouteDecision;
  state: RoomState;
  names: Names;
}): ReactNode {
  const { view } = state;
  const { message } = event.data;
  const entry = view.team?.entryPoint ?? "";
  const correction = view.routing.corrections.find(({ messageId }) => messageId === message.id);
  const wentTo = message.to.kind === "role" ? message.to.role : null;
  const right = correction?.to ?? wentTo;
  const correct = useAct("correctRoute", { told: "toast" });
  const roles = (view.team?.roles ?? []).map(({ name }) => name);
  // What the room answers is for whoever answers people, before anybody else.
  const others = roles.filter((role) => role !== right).sort((a, b) => Number(b === entry) - Number(a === entry));
  return (
    <div className="rf">
      <RouteWhy decision={decision} team={view.team ?? {}} entry={wentTo ?? entry} title={(role) => names.role(role)} />
      {correction && (
        <p className="small">
          <b>{isolated(correction.by)}</b> said it should have gone to <b>{isolated(names.role(correction.to))}</b>.
        </p>
      )}
      {correct.reply && (
        <p className="small" role="status">
          {ROUTE_DONE[correct.reply.how]({
            task: correct.reply.taskId ?? "",
            to: names.role(correct.reply.to),
          })}
        </p>
      )}
      {may(state, "correctRoute") && others.length > 0 && (
        <fieldset className="rf-roles">
          <legend className="small muted">{right === null ? "Ask instead" : "Should have gone to"}</legend>
          {others.map((role) => (
            <Button
              key={role}
              onClick={() =>
                void correct.send({
                  params: { room: view.name, message: message.id },
                  body: { to: role },
                })
              }
            >
              {names.role(role)}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
