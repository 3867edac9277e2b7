import type { RouteId } from "@squadroom/core/contract/routes";

/** The tabs of a room, in their order. */
export const TABS = ["Conversation", "Work", "Changes", "Sessions", "Wisdom", "Metrics", "Settings"] as const;

export type Tab = (typeof TABS)[number];

/** A page: where it is, what it shows, and other words by which somebody new may look for it. */
interface Page {
  to: string;
  title: string;
  effect: string;
  words: string;
  /** The room's tab under which it stands. */
  tab?: Tab;
  /** Not beside the others of its tab: a button on one of them leads to it. */
  isApart?: true;
  keys?: string;
  isForAdmins?: true;
}

/** Every page that has a name of its own. The first of a tab is where the tab leads, its others stand beside it. */
export const PAGES = [
  {
    to: "/inbox",
    title: "Inbox",
    effect: "what needs you",
    words: "home todo decide approve answer waiting questions",
    keys: "g i",
  },
  { to: "/rooms", title: "Rooms", effect: "all of them", words: "home projects teams", keys: "g r" },
  {
    to: "/overview",
    title: "Overview",
    effect: "what all rooms do and cost",
    words: "dashboard cost spend money today yesterday metrics machines agents failures stop",
    keys: "g o",
  },
  {
    to: "/rooms/$room",
    tab: "Conversation",
    title: "Conversation",
    effect: "what people and agents say and do",
    words: "chat talk messages feed log events history",
  },
  {
    to: "/rooms/$room/work",
    tab: "Work",
    title: "Tasks",
    effect: "those that need you, in progress, ready, blocked",
    words: "work board todo jobs tickets kanban progress blocked failed",
  },
  {
    to: "/rooms/$room/backlog",
    tab: "Work",
    title: "Backlog",
    effect: "items, in the order they are taken",
    words: "ideas later issues tickets plan items",
  },
  {
    to: "/rooms/$room/locks",
    tab: "Work",
    title: "Locks",
    effect: "who may write where",
    words: "files conflicts blocked paths deadlock",
  },
  {
    to: "/rooms/$room/branches",
    tab: "Changes",
    title: "Branches",
    effect: "what agents changed, to look at and take",
    words: "changes review code diffs commits git merge pull requests pr files",
  },
  {
    to: "/rooms/$room/runs",
    tab: "Changes",
    title: "Runs",
    effect: "agents that runners started, live and ended",
    words: "stop halt kill abort interrupt agents processes output logs machines",
  },
  {
    to: "/rooms/$room/errors",
    tab: "Changes",
    title: "Errors",
    effect: "what went wrong, by task",
    words: "failures problems bugs crashed broken",
  },
  {
    to: "/rooms/$room/sessions",
    tab: "Sessions",
    title: "Sessions",
    effect: "running, queued and ended",
    words: "pipelines reports features changes plans queue history",
  },
  {
    to: "/rooms/$room/import",
    tab: "Sessions",
    isApart: true,
    title: "Import sessions",
    effect: "records of earlier work",
    words: "upload migrate protocol restore",
  },
  {
    to: "/rooms/$room/sessions/$session/timeline",
    tab: "Sessions",
    title: "Timeline",
    effect: "when its steps ran, and what they waited for",
    words: "gantt duration slow time waits chart",
  },
  {
    to: "/rooms/$room/sessions/$session/context",
    tab: "Sessions",
    title: "Context",
    effect: "what its agents know",
    words: "facts decisions prompt memory",
  },
  {
    to: "/rooms/$room/sessions/$session/artifacts",
    tab: "Sessions",
    title: "Artifacts",
    effect: "documents and files it made",
    words: "outputs results files documents downloads",
  },
  {
    to: "/rooms/$room/sessions/$session/report",
    tab: "Sessions",
    title: "Report",
    effect: "what came of it, to print",
    words: "summary result print pdf outcome",
  },
  {
    to: "/rooms/$room/wisdom",
    tab: "Wisdom",
    title: "Wisdom",
    effect: "decisions, conventions, issues and learnings",
    words: "knowledge memory notes facts rules docs",
  },
  {
    to: "/rooms/$room/metrics",
    tab: "Metrics",
    title: "Metrics",
    effect: "tokens, cost and time, by day and agent",
    words: "cost costs spend spending money usage price bill statistics charts",
  },
  {
    to: "/rooms/$room/replay",
    tab: "Conversation",
    isApart: true,
    title: "Replay",
    effect: "the room as it was at any moment",
    words: "history past rewind back time travel",
  },
  {
    to: "/rooms/$room/settings",
    tab: "Settings",
    title: "Settings",
    effect: "team, people, rules, export",
    words: "options preferences configuration rename",
  },
  {
    to: "/settings",
    title: "Settings",
    effect: "people, prices and e-mail of this server",
    words: "server users accounts invite costs models admin smtp",
    isForAdmins: true,
  },
  {
    to: "/import",
    title: "Import a squad",
    effect: "a folder of roles becomes a room",
    words: "squad folder upload migrate team files",
  },
] as const satisfies readonly Page[];

/** The parts of a room's settings, and the permission needed to see each. */
export const SECTIONS = [
  { section: "team", title: "Team and roles", needs: "getTeam", words: "agents members prompts specs routing rules" },
  { section: "pipelines", title: "Pipelines", needs: "getTeam", words: "workflow steps stages checkpoints graph" },
  {
    section: "runners",
    title: "Runners",
    needs: "listRunners",
    words: "machines computers stop halt kill pause all start agents drain",
  },
  {
    section: "sessions",
    title: "Sessions",
    alone: "Session settings",
    needs: "setRoomOptions",
    words: "approval locks reviews limits",
  },
  {
    section: "models",
    title: "Models and budgets",
    needs: "setRoomOptions",
    words: "llm claude gpt cost costs spend money limit price tokens",
  },
  { section: "people", title: "People", needs: "listRoomPeople", words: "users members share invite access rights" },
  { section: "credentials", title: "Credentials", needs: "listCredentials", words: "tokens keys secrets api access" },
  { section: "gates", title: "Gates", needs: "setGatePreset", words: "checks tests quality evidence approval" },
  { section: "policy", title: "Policy", needs: "getPolicy", words: "permissions allow deny rules commands safety" },
  {
    section: "webhooks",
    title: "Webhooks",
    needs: "createWebhook",
    words: "notifications slack chat alerts integrations",
  },
  { section: "retention", title: "Retention", needs: "getRetention", words: "delete old data cleanup privacy purge" },
  { section: "export", title: "Export", needs: "exportRecords", words: "download backup save csv json archive" },
  { section: "audit", title: "Audit", needs: "listAudit", words: "who did what history security compliance trail" },
] as const satisfies readonly {
  section: string;
  title: string;
  /** Its title where it stands without the others. */
  alone?: string;
  needs: RouteId;
  words: string;
}[];

export type Section = (typeof SECTIONS)[number]["section"];

/** A page that needs only to know its room. */
type RoomPagePath = Exclude<Extract<(typeof PAGES)[number], { tab: Tab }>["to"], `${string}$session${string}`>;

const ROOM_PAGES = PAGES.flatMap((page) =>
  "tab" in page && !page.to.includes("$session")
    ? [{ to: page.to as RoomPagePath, tab: page.tab, title: page.title, isApart: "isApart" in page }]
    : [],
);

/** What follows the room in an address. */
const partOf = (path: string): string => path.split("/")[3] ?? "";

/** The tab of a room that an address lights. */
export function tabOf(path: string): Tab | undefined {
  return ROOM_PAGES.find(({ to }) => partOf(to) === partOf(path))?.tab;
}

/** The pages beside each other under a tab. */
export function pagesUnder(tab: Tab): { to: RoomPagePath; title: string }[] {
  return ROOM_PAGES.filter((page) => page.tab === tab && !page.isApart);
}
