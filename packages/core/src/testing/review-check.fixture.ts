import type { EventOf } from "../kernel/event.ts";
import { ROUNDS_MAX } from "../task/review.ts";

interface Known {
  round: number;
  state: "author" | "reviewers" | "over";
  /** The reviews of this round: by task, what was said. */
  words: Map<string, boolean | null>;
}

/** What no log may hold about reviews: a round left out, a word twice, a pass that nobody gave. */
export class ReviewReading {
  private readonly tasks = new Map<string, Known>();
  /** Tasks that ask for a reply. */
  readonly asked = new Set<string>();

  read(event: EventOf<"task.submitted" | "task.reviewed" | "task.passed" | "task.returned">): string[] {
    const { taskId, round } = event.data;
    const known = this.tasks.get(taskId) ?? { round: 0, state: "author", words: new Map() };
    this.tasks.set(taskId, known);
    const words = [...known.words.values()];
    switch (event.type) {
      case "task.submitted": {
        const { reviews } = event.data;
        const faults = [
          ...(round === known.round + 1 ? [] : [`round ${round} follows ${known.round}`]),
          ...(known.state === "author" ? [] : [`${taskId} is with ${known.state}`]),
          ...(event.actor.kind === "agent" ? [] : ["only agents submit"]),
        ];
        for (const { task } of reviews) this.asked.add(task.id);
        Object.assign(known, {
          round,
          state: "reviewers",
          words: new Map(reviews.map(({ task }) => [task.id, null])),
        });
        return faults;
      }
      case "task.reviewed": {
        const { verdict } = event.data;
        const before = known.words.get(verdict.taskId);
        // It may not fit what is merged, and people say what they find at any time.
        const isUnasked = verdict.taskId === taskId && !verdict.passed && known.round > 0;
        known.words.set(verdict.taskId, verdict.passed);
        const isCritical = verdict.findings.some(({ severity }) => severity === "critical");
        return [
          ...(before === null || isUnasked ? [] : [`${verdict.taskId} was not asked, or spoke before`]),
          ...(known.round === round ? [] : [`round ${round} is not ${known.round}`]),
          ...(verdict.passed && isCritical ? ["passed with a critical finding"] : []),
          ...(verdict.by === null && event.actor.kind !== "person" ? ["only people waive"] : []),
        ];
      }
      case "task.passed": {
        const { why } = event.data;
        const isSaid = {
          reviewed: words.length > 0 && words.every((passed) => passed === true),
          self_checked: words.length === 0,
          skipped: event.actor.kind === "person",
        }[why];
        // A person lets work go on that everybody is locked out of.
        const isLetGo = why === "skipped" && known.state === "author";
        const faults = [
          ...(known.state === "reviewers" || isLetGo ? [] : [`${taskId} is with ${known.state}`]),
          ...(isSaid ? [] : [`${why}, which nobody said`]),
        ];
        known.state = "over";
        return faults;
      }
      case "task.returned": {
        const isDue = words.every((passed) => passed !== null) && words.includes(false);
        const faults = [
          ...(known.state === "reviewers" ? [] : [`${taskId} is with ${known.state}`]),
          ...(isDue ? [] : ["its reviewers found nothing, or have not all spoken"]),
          ...(round < ROUNDS_MAX || event.actor.kind === "person" ? [] : ["after the last round a person decides"]),
        ];
        known.state = "author";
        return faults;
      }
    }
  }
}
