import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { EventOf } from "@squadroom/core/log/event";
import { foundIn } from "@squadroom/core/session/found";
import type { Names } from "../../live/names.ts";
import { type Line, line } from "./sentence.ts";

type ReviewEvent = EventOf<"task.submitted" | "task.reviewed" | "task.passed" | "task.returned">;

/** What became of a task of a plan before its reviewers. */
export function reviewLine(event: ReviewEvent, names: Names, values: Line["values"]): Line {
  switch (event.type) {
    case "task.submitted": {
      const { reviews, round, result } = event.data;
      const because = result.summary;
      if (reviews.length === 0)
        return line("completed", "line.submittedAlone", values, { tone: "warn", because });
      const reviewers = reviews.map(({ role }) => names.role(role)).join(", ");
      const key = round > 1 ? "line.submittedAgain" : "line.submitted";
      const more = { count: reviews.length, because };
      return line("completed", key, { ...values, reviewers, round: String(round) }, more);
    }
    case "task.reviewed": {
      const { verdict } = event.data;
      const because = verdict.summary;
      if (verdict.by === null) {
        const role = names.role(verdict.role);
        return line("decided", "line.reviewWaived", { ...values, role }, { tone: "warn", because });
      }
      if (verdict.passed)
        return line("decided", "line.reviewPassed", values, { tone: "ok", because });
      const count = foundIn(verdict).length;
      return line("asked", "line.reviewRejected", values, { tone: "warn", count, because });
    }
    case "task.passed": {
      const { why, unreviewed, reason } = event.data;
      if (why === "skipped")
        return line("decided", "line.passedSkipped", values, { tone: "warn", because: reason });
      return unreviewed
        ? line("completed", "line.passedUnreviewed", values, { tone: "warn" })
        : line("completed", "line.passed", values, { tone: "ok" });
    }
    case "task.returned": {
      const { note } = event.data;
      return note
        ? line(
            "retried",
            "line.returnedByPerson",
            { ...values, who: note.by },
            { tone: "warn", because: note.text },
          )
        : line("retried", "line.returned", values, { tone: "warn" });
    }
    default:
      return unreachable(event);
  }
}
