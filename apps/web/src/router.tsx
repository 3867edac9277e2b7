import { type AnyRoute, createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import type { ReactNode } from "react";
import "./features/access/opened-with.ts";
import { filterOf } from "./features/task/work-filter.ts";
import { Failed, NotFound } from "./shell/no-page.tsx";
import type { Section } from "./shell/pages.ts";
import { screenOf } from "./shell/screen.tsx";
import { Shell } from "./shell/shell.tsx";

/** What a page reads from its address: each part in its own type, or nothing if it has another. */
const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
/** A name of digits alone is read as a number. */
const name = (value: unknown): string | undefined => (value === undefined || value === "" ? undefined : String(value));
const number = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const flag = (value: unknown): true | undefined => (value ? true : undefined);
const oneOf =
  <const T extends readonly string[]>(...known: T) =>
  (value: unknown): T[number] | undefined =>
    known.find((one) => one === value);

type Readers = Readonly<Record<string, (value: unknown) => unknown>>;
type Read<R extends Readers> = { [K in keyof R]?: ReturnType<R[K]> | undefined };

const reads =
  <const R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Read<R> =>
    Object.fromEntries(Object.entries(readers).map(([key, read]) => [key, read(search[key])])) as Read<R>;

/** The task whose panel is open. */
const withTask = reads({ task: text });
const nothing = reads({});

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox", replace: true });
  },
});

/** A page: its place, the screen that is fetched for it, and what it reads from its address. */
const pagesIn =
  <R extends AnyRoute>(parent: R) =>
  <const P extends string, K extends string, S>(
    path: P,
    load: () => Promise<Record<K, () => ReactNode>>,
    component: K,
    search: (search: Record<string, unknown>) => S,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: search,
      component: screenOf(load, component),
    });
const outside = pagesIn(root);
const page = pagesIn(shell);

const runPages = () => import("./features/run/run-route.tsx");

const branchPages = () => import("./features/branch/branch-route.tsx");

export const router = createRouter({
  routeTree: root.addChildren([
    outside("/sign-in", () => import("./features/access/sign-in-route.tsx"), "SignInRoute", reads({ next: text })),
    outside("/sign-in/oidc", () => import("./features/access/oidc-route.tsx"), "OidcRoute", nothing),
    outside("/c/$code", () => import("./features/access/connect-link-route.tsx"), "ConnectLinkRoute", nothing),
    outside("/mail/stop/$token", () => import("./features/mail/stop-mail-route.tsx"), "StopMailRoute", nothing),
    shell.addChildren([
      home,
      page(
        "/inbox",
        () => import("./features/inbox/inbox-route.tsx"),
        "InboxRoute",
        reads({ item: text, room: name, mine: flag }),
      ),
      page(
        "/overview",
        () => import("./features/overview/overview-route.tsx"),
        "OverviewRoute",
        reads({ text: name, sort: text, days: number, pause: flag }),
      ),
      page("/rooms", () => import("./features/room/rooms-route.tsx"), "RoomsRoute", reads({ new: flag })),
      page(
        "/rooms/$room",
        () => import("./features/workplace/room-route.tsx"),
        "RoomRoute",
        reads({ at: number, task: text }),
      ),
      page(
        "/rooms/$room/work",
        () => import("./features/task/work-route.tsx"),
        "WorkRoute",
        (search) => ({ ...filterOf(search), ...withTask(search) }),
      ),
      page(
        "/rooms/$room/backlog",
        () => import("./features/backlog/backlog-route.tsx"),
        "BacklogRoute",
        reads({ item: number }),
      ),
      page(
        "/rooms/$room/wisdom",
        () => import("./features/wisdom/wisdom-route.tsx"),
        "WisdomRoute",
        reads({ entry: number, about: text }),
      ),
      page(
        "/rooms/$room/sessions",
        () => import("./features/session/sessions-route.tsx"),
        "SessionsRoute",
        reads({ new: flag, from: text }),
      ),
      page(
        "/rooms/$room/sessions/$session",
        () => import("./features/session/session-route.tsx"),
        "SessionRoute",
        withTask,
      ),
      page("/rooms/$room/import", () => import("./features/interchange/import-route.tsx"), "ImportRoute", nothing),
      page(
        "/rooms/$room/sessions/$session/report",
        () => import("./features/report/report-route.tsx"),
        "ReportRoute",
        nothing,
      ),
      page(
        "/rooms/$room/sessions/$session/timeline",
        () => import("./features/timeline/timeline-route.tsx"),
        "TimelineRoute",
        withTask,
      ),
      page(
        "/rooms/$room/sessions/$session/context",
        () => import("./features/context/context-route.tsx"),
        "ContextRoute",
        reads({ entry: number, task: text }),
      ),
      page(
        "/rooms/$room/sessions/$session/artifacts",
        () => import("./features/artifact/artifact-route.tsx"),
        "ArtifactRoute",
        reads({
          of: text,
          stage: oneOf("draft", "final"),
          status: oneOf("created", "modified", "deleted", "changed"),
          task: text,
        }),
      ),
      page("/rooms/$room/runs", runPages, "RunsRoute", nothing),
      page("/rooms/$room/runs/$run", runPages, "RunRoute", withTask),
      page("/rooms/$room/branches", branchPages, "BranchesRoute", nothing),
      page("/rooms/$room/locks", () => import("./features/lock/lock-route.tsx"), "LockRoute", reads({ path: name })),
      page("/rooms/$room/branches/$branch", branchPages, "BranchRoute", withTask),
      page(
        "/rooms/$room/errors",
        () => import("./features/error/error-route.tsx"),
        "ErrorsRoute",
        reads({ of: text, session: number, run: number, task: text }),
      ),
      page("/rooms/$room/metrics", () => import("./features/metrics/metrics-route.tsx"), "MetricsRoute", nothing),
      page(
        "/rooms/$room/settings",
        () => import("./features/settings/settings-route.tsx"),
        "SettingsRoute",
        reads({ section: (value): Section | undefined => text(value) as Section | undefined, add: flag }),
      ),
      page(
        "/rooms/$room/settings/pipelines/$pipeline",
        () => import("./features/pipeline/pipeline-route.tsx"),
        "PipelineRoute",
        nothing,
      ),
      page(
        "/settings",
        () => import("./features/settings/server-route.tsx"),
        "ServerSettingsRoute",
        reads({ invite: flag }),
      ),
      page(
        "/rooms/$room/replay",
        () => import("./features/replay/replay-route.tsx"),
        "ReplayRoute",
        reads({ at: number, task: text }),
      ),
      page("/import", () => import("./features/squad-folder/import-route.tsx"), "ImportRoute", nothing),
      page(
        "/connect",
        () => import("./features/agent/connect-route.tsx"),
        "ConnectRoute",
        reads({ room: text, role: text }),
      ),
    ]),
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: Failed,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
