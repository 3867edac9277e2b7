import { presenceOf } from "@squadroom/core/room/card";
import { Route } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useLiveNow } from "../../live/connection.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Icon } from "../../ui/icon.tsx";
import { Presence } from "../../ui/presence.tsx";
import type { Draft } from "./draft.ts";
import { previewRoute, type RoutePreview } from "./route-preview.ts";
import { useDecision } from "./use-decision.ts";
import { say, t } from "./words.ts";

/** Who will get the message, why, and what stands in front of it: before it is sent. */
export function RouteLine({
  state,
  names,
  draft,
}: {
  state: RoomState;
  names: Names;
  draft: Draft;
}): ReactNode {
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
      <p className="route-line" role="status" aria-label={t("route.label")}>
        <Icon of={Route} size="s" />
        <span className="route-to">{route.fanOut.map((one) => names.role(one)).join(", ")}</span>
        <span className="dots ell">
          <span>{t("route.fanOut", { entry: role })}</span>
        </span>
      </p>
    );
  if (route.because === "status")
    return (
      <p className="route-line" role="status" aria-label={t("route.label")}>
        <Icon of={Route} size="s" />
        <span className="route-to">{names.recipient({ kind: "room" })}</span>
        <span className="dots ell">
          <span>{t("route.status")}</span>
        </span>
      </p>
    );
  const isActing = route.because === "acting";
  const [best] = decision?.candidates ?? [];
  const why = t(`route.${route.because}`, {
    entry: names.role(view.team?.entryPoint ?? ""),
    found: best?.found.slice(0, 3).join(", ") ?? "",
    score: best?.score ?? 0,
  });
  return (
    <p className="route-line" role="status" aria-label={t("route.label")}>
      <Icon of={Route} size="s" />
      <span className="route-to">
        {agent?.name ?? role}
        {presence && <Presence reach={presence.reach} work={presence.work} />}
      </span>
      <span className="dots ell">
        {/* Not who was meant: that is said first, where the line is short too. */}
        {isActing && <span>{why}</span>}
        {route.missingSince !== null ? (
          <span className="c-warn">{t("route.missing", { role })}</span>
        ) : (
          <span>{interrupt ? frontWords(route, names) : queueWords(route)}</span>
        )}
        {route.hints.length > 0 ? (
          <span>
            {say("route.hint", {
              entry: role,
              names: route.hints.map((hint) => names.role(hint)).join(", "),
            })}
          </span>
        ) : (
          !isActing && <span className="wide">{why}</span>
        )}
      </span>
    </p>
  );
}

/** An interrupt passes what waits; what is in hand goes on. */
function frontWords({ inHand }: RoutePreview, names: Names): string {
  return inHand
    ? t("interrupt.told", { agent: names.agent(inHand.agentId), task: inHand.taskId })
    : t("interrupt.front");
}

function queueWords(route: RoutePreview): string {
  if (route.ahead === 0) return t("route.free");
  return route.behind
    ? t("route.behind", { task: route.behind })
    : t("route.ahead", { count: route.ahead });
}
