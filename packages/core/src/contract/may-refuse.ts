import { type RefusalCode, refusalCodes } from "../kernel/refusal-code.ts";
import { refusalTable } from "../kernel/refusal-table.ts";
import type { RouteDef } from "../kernel/route.ts";

/** The codes that a route may give, by the status that they come with. */
export function refusalsOf(def: RouteDef): Map<number, RefusalCode[]> {
  const codes = new Set<RefusalCode>([...general(def), ...(def.refuses ?? [])]);
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalCodes) {
    const { status } = refusalTable[code];
    if (codes.has(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** Codes that follow from who may call it, what it takes, and whether it is kept under a key. */
function general({ access, method, path, keyed }: RouteDef): RefusalCode[] {
  const isWrite = method !== "GET";
  const isAgents = access.who === "agent" || (access.who === "room" && access.agents);
  return [
    "bad_request",
    "unknown_field",
    "invalid_text",
    "rate_limited",
    "overloaded",
    "unavailable",
    "internal",
    ...(access.who === "anyone" ? [] : (["unauthorized", "forbidden"] as const)),
    ...(isWrite ? (["origin_refused", "payload_too_large", "unsupported_media"] as const) : []),
    ...(path.includes("/:room") ? (["room_unknown", "room_quarantined"] as const) : []),
    ...(keyed ? (["key_invalid", "key_reused", "key_expired", "outcome_unknown"] as const) : []),
    ...(isAgents && isWrite ? (["not_joined", "superseded", "connection_required", "server_restored"] as const) : []),
  ];
}
