const LIMITED =
  /rate.?limit|too many requests|overloaded|quota|(usage|spending|session|weekly|5-hour) limit|limit reached|\b(429|529)\b/i;
const UNITS_S: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
const AMOUNT = String.raw`\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)[a-z]*`;
const IN = new RegExp(String.raw`(?:again|retry|resets?|wait)\D{0,20}?((?:${AMOUNT}[\s,]*(?:and )?)+)`, "i");
const AT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;
/** Seconds or milliseconds since 1970, in this century. */
const EPOCH = /(?<!\d)(1[6-9]\d{8}|[2-4]\d{9})(\d{3})?(?!\d)/;

/** What a failure says about a limit, if it is one: until when, epoch ms, if it says so. */
export function limitIn(failure: string, now: number): { untilAt: number | null } | null {
  if (!LIMITED.test(failure)) return null;
  const [at] = AT.exec(failure) ?? [];
  if (at) return { untilAt: Date.parse(at) };
  const [, seconds, ms] = EPOCH.exec(failure) ?? [];
  if (seconds) return { untilAt: Number(seconds) * 1000 + Number(ms ?? 0) };
  const [, amounts] = IN.exec(failure) ?? [];
  return { untilAt: amounts ? now + msOf(amounts) : null };
}

function msOf(amounts: string): number {
  const parts = amounts.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])/gi);
  return [...parts].reduce((sum, [, count, unit = "s"]) => {
    const perUnit = unit.toLowerCase() === "ms" ? 1 : (UNITS_S[unit.toLowerCase()] ?? 1) * 1000;
    return sum + Math.round(Number(count) * perUnit);
  }, 0);
}
