import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { presenceOf } from "@squadroom/core/room/card";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import { Route } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLiveNow } from "../../live/connection.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { Presence } from "../../ui/presence.tsx";
import { isolated, say } from "../../words/say.tsx";
import type { Draft } from "./draft.ts";
import { previewRoute, type RoutePreview } from "./route-preview.ts";

const ROUTE = {
  entry_point: () => "the entry point gets your messages",
  routed: () => "unless a mention or a rule decides otherwise",
  only_role: () => "it is the only role here",
  mention: () => "you named it",
  rule: ({ found, score }) => say`“${found}” (${score})`,
  undecided: ({ entry }) => say`no rule decides: ${entry} does`,
  acting: ({ entry }) => say`it stands in for the missing ${entry}`,
} satisfies Record<string, (of: { found: string; score: number; entry: string }) => string>;

/** Who will get the message, why, and what is ahead of it: before it is sent. */
export function RouteLine({ state, names, draft }: { state: RoomState; names: Names; draft: Draft }): ReactNode {
  const { text, interrupt } = draft;
  const { repliesTo, files, model } = draft;
  const isPlain = repliesTo === null && files.length === 0 && !interrupt && !model;
  const { view, observations, leaseS } = state;
  const now = useLiveNow();
  const decision = useDecision(view, text, isPlain, now);
  const route = useMemo(() => previewRoute(view, text, now, decision), [view, text, now, decision]);
  if (!route) return <span className="grow" />;
  const agent = route.agentId ? view.agents[route.agentId as keyof typeof view.agents] : undefined;
  const presence = agent && presenceOf(view, agent, observations, now, leaseS);
  const role = names.role(route.role);
  if (route.fanOut.length > 0)
    return (
      <p className="route-line" role="status" aria-label="Where it goes">
        <Icon of={Route} size="s" />
        <span className="route-to">{route.fanOut.map((one) => names.role(one)).join(", ")}</span>
        <span className="dots ell">
          <span>{say`each answers apart, and ${role} joins the results`}</span>
        </span>
      </p>
    );
  if (route.because === "status")
    return (
      <p className="route-line" role="status" aria-label="Where it goes">
        <Icon of={Route} size="s" />
        <span className="route-to">{names.recipient({ kind: "room" })}</span>
        <span className="dots ell">
          <span>answers at once from the room; no agent works on it</span>
        </span>
      </p>
    );
  const isActing = route.because === "acting";
  const [best] = decision?.candidates ?? [];
  const why = ROUTE[route.because]({
    entry: names.role(view.team?.entryPoint ?? ""),
    found: best?.found.slice(0, 3).join(", ") ?? "",
    score: best?.score ?? 0,
  });
  return (
    <p className="route-line" role="status" aria-label="Where it goes">
      <Icon of={Route} size="s" />
      <span className="route-to">
        {agent?.name ?? role}
        {presence && <Presence reach={presence.reach} work={presence.work} />}
      </span>
      <span className="dots ell">
        {/* Not who was meant: that comes first, even if the line is short. */}
        {isActing && <span>{why}</span>}
        {route.missingSince !== null ? (
          <span className="c-warn">{say`no ${role} is connected: it waits until one is`}</span>
        ) : (
          <span>{interrupt ? frontWords(route, names) : queueWords(route)}</span>
        )}
        {route.hints.length > 0 ? (
          <span>
            {isolated(role)} sees that you named {isolated(route.hints.map((hint) => names.role(hint)).join(", "))}
          </span>
        ) : (
          !isActing && <span className="wide">{why}</span>
        )}
      </span>
    </p>
  );
}

/** An interrupt overtakes what waits; what is in progress continues. */
function frontWords({ inHand }: RoutePreview, names: Names): string {
  return inHand ? say`to the front; ${names.agent(inHand.agentId)} is told and keeps ${inHand.taskId}` : "to the front";
}

function queueWords(route: RoutePreview): string {
  if (route.ahead === 0) return "first in line";
  return route.behind ? `queued behind ${route.behind}` : `${counted(route.ahead, "task")} ahead of it`;
}

interface Rules {
  decisionOf: typeof import("@squadroom/core/routing/decision").decisionOf;
  statusAnswer: typeof import("@squadroom/core/routing/status").statusAnswer;
}

/**
 * How a routed team would decide about a text now; the rules' code is loaded once there are rules.
 *
 * @param isPlain it answers, interrupts and attaches nothing: the room may answer it
 */
function useDecision(view: RoomView, text: string, isPlain: boolean, now: number): RouteDecision | null {
  const [rules, setRules] = useState<Rules | null>(null);
  const isRouted = view.team?.routing !== undefined;
  useEffect(() => {
    if (!isRouted) return;
    let isGone = false;
    void Promise.all([import("@squadroom/core/routing/decision"), import("@squadroom/core/routing/status")]).then(
      ([{ decisionOf }, { statusAnswer }]) => {
        if (!isGone) setRules({ decisionOf, statusAnswer });
      },
      // Without them (the server was away) only the server decides.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isRouted]);
  return useMemo(() => {
    if (!rules || !isThere(view) || text.trim() === "") return null;
    const decision = rules.decisionOf(view.team, text);
    const isAnswered = decision && isPlain && rules.statusAnswer(view, text, decision, now);
    return isAnswered ? { ...decision, by: "status" } : decision;
  }, [rules, view, text, isPlain, now]);
}
