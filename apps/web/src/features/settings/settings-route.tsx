import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { may } from "../../live/allowed.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { SECTIONS, type Section } from "../../shell/pages.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ExportSection } from "../interchange/index.ts";
import { PipelinesSection } from "../pipeline/index.ts";
import { PolicySection } from "../policy/index.ts";
import { RetentionSection } from "../retention/index.ts";
import { Chain, RoomHead, RoomPage } from "../room/index.ts";
import { RunnersSection } from "../runner/index.ts";
import { TeamSection } from "../team/index.ts";
import { AuditSection } from "./audit-section.tsx";
import { BudgetsSection } from "./budgets-section.tsx";
import { CredentialsSection } from "./credentials-section.tsx";
import { GatesSection } from "./gates-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";
import "./settings.css";

const route = getRouteApi("/shell/rooms/$room/settings");

/** One room's settings: its team, people, agents' credentials, the machines that start them, and who did what. */
export function SettingsRoute(): ReactNode {
  const { room } = route.useParams();
  const { section } = route.useSearch();
  return (
    <RoomPage key={room} room={room}>
      {(state) => <RoomSettings state={state} wanted={section ?? "team"} />}
    </RoomPage>
  );
}

function RoomSettings({ state, wanted }: { state: RoomState; wanted: Section }): ReactNode {
  const calm = useCalm(state, 250);
  const names = useNames(calm);
  const { name } = calm.view;
  // What the person may not see is left out.
  const shown = SECTIONS.filter(({ needs }) => may(state, needs));
  const section = shown.find((one) => one.section === wanted)?.section ?? "team";
  const body = {
    team: () => <TeamSection key={calm.view.roomId} state={calm} chain={Chain} />,
    pipelines: () => <PipelinesSection state={calm} />,
    runners: () => (
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <RunnersSection state={calm} names={names} />
      </Suspense>
    ),
    sessions: () => <SessionsSection state={calm} />,
    models: () => (
      <>
        <ModelsSection state={calm} />
        <BudgetsSection state={calm} />
      </>
    ),
    people: () => <PeopleSection state={calm} />,
    credentials: () => <CredentialsSection state={calm} />,
    webhooks: () => <WebhooksSection room={calm.view.roomId} />,
    gates: () => <GatesSection state={calm} />,
    policy: () => <PolicySection state={calm} />,
    retention: () => <RetentionSection state={calm} />,
    export: () => <ExportSection state={calm} />,
    audit: () => <AuditSection state={calm} names={names} />,
  }[section];
  return (
    <>
      <RoomHead state={calm} names={names} />
      <div className="st">
        <nav className="st-nav" aria-label="Settings of the room">
          {shown.map(({ section: one, title }) => (
            <Link
              key={one}
              to="/rooms/$room/settings"
              params={{ room: name }}
              search={one === "team" ? {} : { section: one }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === section ? "page" : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="st-body">{body()}</div>
      </div>
    </>
  );
}
