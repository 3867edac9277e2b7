/** Fan-outs as a log tells them: nobody may read a result that is not there, or leave one out. */
export class FanoutReading {
  /** Branches without an outcome, by their task, with what joins them. */
  readonly open = new Map<string, { fanoutId: number; join: string }>();
  /** Every branch that ever was, with its fan-out. */
  readonly branches = new Map<string, number>();
  /** The task that joins the results of each. */
  readonly joins = new Map<number, string>();
  /** Tasks that were completed with a result that says something. */
  readonly said = new Set<string>();

  /** What waits for one of these may not be taken. */
  openOf(join: string): string[] {
    return [...this.open].flatMap(([id, one]) => (one.join === join ? [id] : []));
  }
}
