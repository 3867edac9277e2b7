import type { RouteId } from "@squadroom/core/contract/routes";

/** The parts of a room's settings, and the permission needed to see each. */
export const SECTIONS = [
  { section: "team", needs: "getTeam" },
  { section: "pipelines", needs: "getTeam" },
  { section: "runners", needs: "listRunners" },
  { section: "sessions", needs: "setRoomOptions" },
  { section: "models", needs: "setRoomOptions" },
  { section: "people", needs: "listRoomPeople" },
  { section: "credentials", needs: "listCredentials" },
  { section: "gates", needs: "setGatePreset" },
  { section: "policy", needs: "getPolicy" },
  { section: "webhooks", needs: "createWebhook" },
  { section: "retention", needs: "getRetention" },
  { section: "export", needs: "exportRecords" },
  { section: "audit", needs: "listAudit" },
] as const satisfies readonly { section: string; needs: RouteId }[];

export type Section = (typeof SECTIONS)[number]["section"];
