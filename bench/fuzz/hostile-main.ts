import { table } from "../harness/figure.ts";
import { FULL, runHostile } from "./hostile.ts";

/**
 * Prints how another room fares beside each kind of harm.
 *
 * @param calls of those that create sixteen large tasks
 */
export async function hostileMain(calls: number, isJson: boolean): Promise<void> {
  const results = await runHostile({ ...FULL, calls }, (line) => console.error(line));
  const rows = results.map(({ name, seconds, answers, bystander }) => {
    const { calls, failed, p50, p99, max, memoryMb } = bystander;
    const said = Object.entries(answers).map(([code, times]) => `${code} ${times}`);
    return [name, said.join(", "), ...[seconds, calls, failed, p50, p99, max, memoryMb].map(String)];
  });
  const head = ["harm", "answered", "s", "calls beside", "failed", "p50 ms", "p99", "max", "MB"];
  console.log(`\n${table([head, ...rows])}\n`);
  if (isJson) console.log(JSON.stringify({ hostile: results }));
}
