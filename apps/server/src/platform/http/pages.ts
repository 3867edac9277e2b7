/** Addresses of the dashboard's screens, as in its router; a test compares the two. */
export const PAGES = [
  "/",
  "/sign-in",
  "/sign-in/oidc",
  "/c/$code",
  "/mail/stop/$token",
  "/inbox",
  "/rooms",
  "/rooms/$room",
  "/rooms/$room/backlog",
  "/rooms/$room/sessions",
  "/rooms/$room/import",
  "/rooms/$room/sessions/$session",
  "/rooms/$room/sessions/$session/report",
  "/rooms/$room/sessions/$session/timeline",
  "/rooms/$room/sessions/$session/context",
  "/rooms/$room/sessions/$session/artifacts",
  "/rooms/$room/runs",
  "/rooms/$room/runs/$run",
  "/rooms/$room/branches",
  "/rooms/$room/branches/$branch",
  "/rooms/$room/wisdom",
  "/rooms/$room/locks",
  "/rooms/$room/errors",
  "/rooms/$room/metrics",
  "/rooms/$room/settings",
  "/rooms/$room/settings/pipelines/$pipeline",
  "/rooms/$room/work",
  "/rooms/$room/replay",
  "/settings",
  "/connect",
  "/import",
] as const;

const patterns = PAGES.map((page) => new RegExp(`^${page.replace(/\/$/, "").replace(/\$\w+/g, "[^/]+")}/?$`));

/** Whether the dashboard has a screen there. */
export function isPage(url: string): boolean {
  const path = url.replace(/[?#].*$/s, "");
  return patterns.some((pattern) => pattern.test(path));
}
