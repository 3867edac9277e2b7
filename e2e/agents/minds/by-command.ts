import type { Mind, Move } from "../model/model.ts";
import { commandFor, deliveryIn, nextIn, type Printed, selfIn } from "./printed.ts";
import { byShell, polled } from "./shell.ts";
import type { Step, Work } from "./work.ts";

/** An agent that does what the product prints, by the client's shell. */
export function byCommand(work: Work): Mind {
  const deliveries = [...work];
  let self = "squadroom";
  let task: Printed | null = null;
  let steps: Step[] = [];
  let seen = 0;

  return async (turn): Promise<Move> => {
    const isFirst = turn.results.length === seen;
    const text = isFirst ? (turn.prompts.at(-1) ?? "") : (turn.results.at(-1) ?? "");
    seen = turn.results.length;
    const waiting = polled(text);
    if (waiting) return waiting;
    self = selfIn(text) ?? self;
    const run = (command: string) => byShell(turn, command.replace(/^squadroom\b/, self));
    const delivery = deliveryIn(text);
    if (delivery && steps.length === 0) {
      task = delivery;
      steps = [...(deliveries.shift() ?? [])];
    }
    let step = steps.shift();
    for (; step?.act === "think"; step = steps.shift()) await step.until();
    if (step?.act === "hold") return new Promise<never>(() => {});
    if (step?.act === "run") return byShell(turn, step.command);
    if (step?.act === "call" || step?.act === "use") throw new Error(`${step.name} is a tool`);
    if (step && task) return run(commandFor(task, step));
    const next = isFirst ? /Run `([^`]+)`/.exec(text)?.[1] : nextIn(text);
    if (deliveries.length === 0 || !next) return { say: "That was all." };
    return run(next);
  };
}
