import { refuse } from "@squadroom/core/kernel/refusal";

/** Deepest nesting of lists and objects; no route needs half of it. */
export const DEPTH_MAX = 100;

/** Refuses deeper nesting, which would end whatever walks it. @throws `bad_request` */
export function refuseDeep(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) {
      const message = `The body is nested more than ${DEPTH_MAX} levels deep.`;
      throw refuse("bad_request", message, { limit: DEPTH_MAX });
    }
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
}
