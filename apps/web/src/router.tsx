import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import "./features/access/opened-with.ts";
import { filterOf } from "./features/task/work-filter.ts";
import { Failed, NotFound } from "./shell/no-page.tsx";
import { screenOf } from "./shell/screen.tsx";
import { Shell } from "./shell/shell.tsx";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string | undefined } => ({ next: text(search.next) }),
  component: screenOf(() => import("./features/access/sign-in-route.tsx"), "SignInRoute"),
});

const oidc = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/oidc",
  component: screenOf(() => import("./features/access/oidc-route.tsx"), "OidcRoute"),
});

const connectLink = createRoute({
  getParentRoute: () => root,
  path: "/c/$code",
  component: screenOf(() => import("./features/access/connect-link-route.tsx"), "ConnectLinkRoute"),
});

const stopMail = createRoute({
  getParentRoute: () => root,
  path: "/mail/stop/$token",
  component: screenOf(() => import("./features/mail/stop-mail-route.tsx"), "StopMailRoute"),
});

const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox", replace: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: "/inbox",
  validateSearch: (
    search,
  ): { item?: string | undefined; room?: string | undefined; mine?: true | undefined } => ({
    item: text(search.item),
    // A name of digits alone is read as a number.
    ...(search.room ? { room: String(search.room) } : {}),
    ...(search.mine ? { mine: true } : {}),
  }),
  component: screenOf(() => import("./features/inbox/inbox-route.tsx"), "InboxRoute"),
});

const rooms = createRoute({
  getParentRoute: () => shell,
  path: "/rooms",
  validateSearch: (search): { new?: true | undefined } => (search.new ? { new: true } : {}),
  component: screenOf(() => import("./features/room/rooms-route.tsx"), "RoomsRoute"),
});

/** The task whose panel is open. */
const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

const withTask = (search: Record<string, unknown>): { task?: string | undefined } => ({
  task: text(search.task),
});

/** The entry of wisdom whose panel is open. */
const withEntry = (search: Record<string, unknown>): { entry?: number | undefined } => {
  const entry = Number(search.entry);
  return Number.isSafeInteger(entry) && entry > 0 ? { entry } : {};
};

/** The event that is to be in sight. */
const withEvent = (search: Record<string, unknown>): { at?: number | undefined } => {
  const at = Number(search.at);
  return Number.isSafeInteger(at) && at > 0 ? { at } : {};
};

const room = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room",
  validateSearch: (search): { at?: number | undefined; task?: string | undefined } => ({
    ...withTask(search),
    ...withEvent(search),
  }),
  component: screenOf(() => import("./features/workplace/room-route.tsx"), "RoomRoute"),
});

const backlog = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/backlog",
  validateSearch: (search): { item?: number | undefined } => {
    const item = Number(search.item);
    return Number.isSafeInteger(item) && item > 0 ? { item } : {};
  },
  component: screenOf(() => import("./features/backlog/backlog-route.tsx"), "BacklogRoute"),
});

const wisdom = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/wisdom",
  validateSearch: (search): { entry?: number | undefined; about?: string | undefined } => ({
    ...withEntry(search),
    about: text(search.about),
  }),
  component: screenOf(() => import("./features/wisdom/wisdom-route.tsx"), "WisdomRoute"),
});

const sessions = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions",
  validateSearch: (search): { new?: true | undefined; from?: string | undefined } => ({
    ...(search.new ? { new: true } : {}),
    from: text(search.from),
  }),
  component: screenOf(() => import("./features/session/sessions-route.tsx"), "SessionsRoute"),
});

const session = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions/$session",
  validateSearch: withTask,
  component: screenOf(() => import("./features/session/session-route.tsx"), "SessionRoute"),
});

const importSession = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/import",
  component: screenOf(() => import("./features/interchange/import-route.tsx"), "ImportRoute"),
});

const report = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions/$session/report",
  component: screenOf(() => import("./features/report/report-route.tsx"), "ReportRoute"),
});

const timeline = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions/$session/timeline",
  validateSearch: withTask,
  component: screenOf(() => import("./features/timeline/timeline-route.tsx"), "TimelineRoute"),
});

const context = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions/$session/context",
  validateSearch: (search): { entry?: number | undefined; task?: string | undefined } => ({
    ...withTask(search),
    ...withEntry(search),
  }),
  component: screenOf(() => import("./features/context/context-route.tsx"), "ContextRoute"),
});

const artifacts = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/sessions/$session/artifacts",
  validateSearch: (
    search,
  ): {
    of?: string | undefined;
    stage?: "draft" | "final" | undefined;
    status?: "created" | "modified" | "deleted" | "changed" | undefined;
    task?: string | undefined;
  } => ({
    ...withTask(search),
    of: text(search.of),
    stage: oneOf(["draft", "final"], search.stage),
    status: oneOf(["created", "modified", "deleted", "changed"], search.status),
  }),
  component: screenOf(() => import("./features/artifact/artifact-route.tsx"), "ArtifactRoute"),
});

const runPages = () => import("./features/run/run-route.tsx");

const runs = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/runs",
  component: screenOf(runPages, "RunsRoute"),
});

const run = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/runs/$run",
  validateSearch: withTask,
  component: screenOf(runPages, "RunRoute"),
});

const branchPages = () => import("./features/branch/branch-route.tsx");

const branches = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/branches",
  component: screenOf(branchPages, "BranchesRoute"),
});

const branch = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/branches/$branch",
  validateSearch: withTask,
  component: screenOf(branchPages, "BranchRoute"),
});

const locks = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/locks",
  // Only what touches this path.
  validateSearch: (search): { path?: string | undefined } =>
    search.path === undefined ? {} : { path: String(search.path) },
  component: screenOf(() => import("./features/lock/lock-route.tsx"), "LockRoute"),
});

const errors = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/errors",
  validateSearch: (
    search,
  ): {
    of?: string | undefined;
    session?: number | undefined;
    run?: number | undefined;
    task?: string | undefined;
  } => ({
    ...withTask(search),
    of: text(search.of),
    ...(Number(search.session) > 0 ? { session: Number(search.session) } : {}),
    ...(Number(search.run) > 0 ? { run: Number(search.run) } : {}),
  }),
  component: screenOf(() => import("./features/error/error-route.tsx"), "ErrorsRoute"),
});

const SECTIONS = [
  "pipelines",
  "runners",
  "sessions",
  "models",
  "people",
  "credentials",
  "gates",
  "policy",
  "webhooks",
  "retention",
  "export",
  "audit",
] as const;

const metrics = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/metrics",
  component: screenOf(() => import("./features/metrics/metrics-route.tsx"), "MetricsRoute"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/settings",
  validateSearch: (
    search,
  ): { section?: (typeof SECTIONS)[number] | undefined; add?: true | undefined } => {
    const section = SECTIONS.find((one) => one === search.section);
    return { ...(section && { section }), ...(search.add ? { add: true } : {}) };
  },
  component: screenOf(() => import("./features/settings/settings-route.tsx"), "SettingsRoute"),
});

const pipeline = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/settings/pipelines/$pipeline",
  component: screenOf(() => import("./features/pipeline/pipeline-route.tsx"), "PipelineRoute"),
});

const serverSettings = createRoute({
  getParentRoute: () => shell,
  path: "/settings",
  validateSearch: (search): { invite?: true | undefined } =>
    search.invite ? { invite: true } : {},
  component: screenOf(() => import("./features/settings/server-route.tsx"), "ServerSettingsRoute"),
});

const work = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/work",
  validateSearch: (search) => ({ ...filterOf(search), ...withTask(search) }),
  component: screenOf(() => import("./features/task/work-route.tsx"), "WorkRoute"),
});

const replay = createRoute({
  getParentRoute: () => shell,
  path: "/rooms/$room/replay",
  validateSearch: (search): { at?: number | undefined; task?: string | undefined } => ({
    ...withTask(search),
    ...withEvent(search),
  }),
  component: screenOf(() => import("./features/replay/replay-route.tsx"), "ReplayRoute"),
});

const importSquad = createRoute({
  getParentRoute: () => shell,
  path: "/import",
  component: screenOf(() => import("./features/squad-folder/import-route.tsx"), "ImportRoute"),
});

const connect = createRoute({
  getParentRoute: () => shell,
  path: "/connect",
  validateSearch: (search): { room?: string | undefined; role?: string | undefined } => ({
    room: text(search.room),
    role: text(search.role),
  }),
  component: screenOf(() => import("./features/agent/connect-route.tsx"), "ConnectRoute"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    oidc,
    connectLink,
    stopMail,
    shell.addChildren([
      home,
      inbox,
      rooms,
      room,
      work,
      backlog,
      wisdom,
      sessions,
      session,
      importSession,
      report,
      timeline,
      context,
      artifacts,
      runs,
      run,
      branches,
      locks,
      branch,
      errors,
      metrics,
      settings,
      pipeline,
      serverSettings,
      replay,
      importSquad,
      connect,
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
