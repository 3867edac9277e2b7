// Measures this tree beside another revision: npm run bench -- NAME --against REV
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { giveUp, root, run } from "./ensure.mjs";
import { sourceCommand } from "./source.mjs";

/** This tree and the other, so that a slow minute of the machine hits both. */
const TURNS = ["ours", "theirs", "theirs", "ours"];

/**
 * Runs a bench in turns with the server of this tree and with that of another revision; one that starts no server runs from
 * the other's own source.
 *
 * @param file below `bench/`
 */
export async function compare(file, options, revision) {
  const folder = await builtAt(revision);
  const isServed = reaches(join(root, "bench", file), join("harness", "server.ts"));
  const bundle = ["--bundle", join(folder, "apps", "server", "dist", "main.mjs")];
  const commands = {
    ours: sourceCommand(root, file, options),
    theirs: isServed ? sourceCommand(root, file, [...options, ...bundle]) : sourceCommand(folder, file, options),
  };
  const measured = { ours: [], theirs: [] };
  for (const whose of TURNS) {
    console.log(`\n== ${whose === "ours" ? "this tree" : revision}`);
    measured[whose].push(await measure(commands[whose]));
  }
  const names = new Set(measured.ours.flat().map(({ name }) => name));
  const figures = [...names].map((name) => {
    const of = (whose) => measured[whose].map((all) => all.find((figure) => figure.name === name)?.ours ?? Number.NaN);
    const [ours, theirs] = [of("ours"), of("theirs")];
    const each = ours.map((value, i) => value / theirs[i]);
    return { name, ours: mean(ours), theirs: mean(theirs), ratio: mean(each), each };
  });
  console.log(`\nThis tree beside ${revision}:`);
  for (const { name, ours, theirs, ratio, each } of figures)
    console.log(`${name}  ${shown(ours)} beside ${shown(theirs)}: ${shown(ratio)} × (${each.map(shown).join(", ")})`);
  console.log(JSON.stringify({ against: revision, figures }));
}

/** The folder of a revision, checked out and built; it is kept, so that the next comparison finds it. */
async function builtAt(revision) {
  const named = await run("git", ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], {
    shown: false,
  });
  const commit = named.output.trim();
  if (named.code !== 0) giveUp(`There is no revision “${revision}” in this repository.`);
  const folder = join(root, "node_modules", ".cache", "against", commit.slice(0, 12));
  const commands = [
    ["git", ["worktree", "prune"]],
    ...(existsSync(folder) ? [] : [["git", ["worktree", "add", "--detach", folder, commit]]]),
    [process.execPath, [join(folder, "scripts", "build.mjs")]],
  ];
  console.log(`Building ${revision}…`);
  for (const [program, args] of commands) {
    const { code, output } = await run(program, args, { shown: false });
    if (code !== 0) giveUp(`${output}\n${revision} couldn't be built.`);
  }
  return folder;
}

/** Whether a program has another file among what it imports. */
function reaches(file, wanted, seen = new Set()) {
  if (file.endsWith(wanted)) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/(?:from|new URL\()\s*"(\.[^"]+\.ts)"/g);
  return [...imports].some(([, path]) => reaches(join(dirname(file), path), wanted, seen));
}

/** The figures that a bench says with its last line. */
function measure([program, args, cwd]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => child.kill(signal));
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.once("error", (error) => giveUp(`Couldn't start ${program}: ${error.message}.`));
    child.once("close", (code) => {
      if (code !== 0) giveUp("The benchmark ended without figures.");
      resolve(JSON.parse(output.trimEnd().split("\n").at(-1)).figures);
    });
  });
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const shown = (value) => String(Number(value.toPrecision(3)));
