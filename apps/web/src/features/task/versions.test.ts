import { describe, expect, it } from "vitest";
import { versionsOf } from "./versions.ts";

const room = (...ids: string[]) =>
  ({
    sessions: { live: [{ execution: { tasks: Object.fromEntries(ids.map((id) => [id, id])) } }] },
  }) as never;

describe("the versions of a step's task", () => {
  it("are all others, before and since", () => {
    const view = room("DRAFT-002", "DRAFT-002-R1", "DRAFT-002-R2", "DRAFT-003");
    expect(versionsOf(view, "DRAFT-002")).toEqual(["DRAFT-002-R1", "DRAFT-002-R2"]);
    expect(versionsOf(view, "DRAFT-002-R1")).toEqual(["DRAFT-002", "DRAFT-002-R2"]);
    expect(versionsOf(view, "DRAFT-003")).toEqual([]);
  });

  it("are those before it once its session has ended", () => {
    expect(versionsOf(room(), "DEV-FE-001-R2")).toEqual(["DEV-FE-001", "DEV-FE-001-R1"]);
    expect(versionsOf({ sessions: { live: [{ execution: null }] } } as never, "DEV-001")).toEqual([]);
  });
});
