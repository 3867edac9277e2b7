import { type Judge, one } from "./judging.ts";
import { valuesOf } from "./options.ts";
import { argsOf, type Run } from "./run.ts";

export const NEW_CODE = "It runs code that stands in the command.";
/** It only describes itself, or runs what is in files. */
export const ASKS = /^(-v|-V|--version|-h|--help|--test|--test-.*|--check|--run.*)$/;
/** Options of interpreters that take the next word: the word after it does not belong to the script yet. */
const TAKING =
  /^(-[WXICQcdlrz]|--(env-file|import|require|loader|experimental-loader|conditions|title|cwd|test-reporter|disable-warning))$/;
/** Where the script's own words begin: a word after an option may be its value; after a long one, whatever it is. */
export function scriptPlace(args: readonly string[]): number {
  const place = args.findIndex((text, i) => {
    const before = args[i - 1] ?? "";
    return (
      !/^-./.test(text) &&
      !TAKING.test(before) &&
      (!before.startsWith("-") || (/[./]/.test(text) && !before.startsWith("--")))
    );
  });
  return place < 0 ? args.length : place;
}
/** Options after which code follows, and a program that reads code from its input. */
export const code =
  (options: RegExp, judge: Judge = () => []): Judge =>
  (args, run) => {
    const script = args.find((text) => !text.startsWith("-") || text === "-");
    const fromStdin =
      run.stdin !== null &&
      !args.some((text) => ASKS.test(text)) &&
      (script === undefined || script === "-" || script.startsWith("/dev/"));
    const waits = script === undefined && run.stdin === null && !args.some((text) => ASKS.test(text));
    return args.slice(0, scriptPlace(args)).some((text) => options.test(text)) ||
      script === "-" ||
      fromStdin ||
      waits ||
      script?.startsWith("/dev/")
      ? one("inline_code", NEW_CODE, run, ["Write it to a file of the project, and run that."])
      : judge(args, run);
  };
/** What a command gets from elsewhere, by its names as a file. */
const STREAM = /^(-|\/dev\/(stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;
/** Programs that run what they are given, and those that do so only after a certain option. */
const RUNS =
  /^(g?make|just|task|ninja|samu|ant|cmake|go|java|dotnet|swift|runghc|runhaskell|kotlinc?|scala-cli|bun|deno|uv|nox|rake|mage|invoke|inv|gradlew?|mvnw?|crystal|nim|zig|dart)$/;
const SCRIPTED = /^(awk|gawk|mawk|nawk|sed)$/;
/** Whether a program runs its input: that is in no file that anybody has read. */
export function runsStream(program: string, run: Run): boolean {
  const named = SCRIPTED.test(program)
    ? valuesOf(run.words, "-f --file").map(({ value }) => value.text)
    : RUNS.test(program)
      ? argsOf(run).flatMap((text) => [text, text.replace(/^(-[a-zA-Z]|--?[\w-]+=)/, "")])
      : [];
  return named.some((text) => STREAM.test(text));
}
const CODE = /^-[a-zA-Z]*[ci]/;
/** For `python -m MODULE`, where the module is: after its option or in it; what it runs is looked at separately. */
export function moduleOf(args: readonly string[]): { module: string; at: number } | null {
  const options = args.slice(0, scriptPlace(args));
  const at = options.findIndex((text) => /^-[a-zA-Z]*m/.test(text));
  if (at < 0 || options.slice(0, at).some((text) => CODE.test(text))) return null;
  const attached = /^-[a-zA-Z]*?m(.*)/.exec(args[at] ?? "")?.[1];
  return attached ? { module: attached, at } : { module: args[at + 1] ?? "", at: at + 1 };
}
export const python: Judge = (args, run) => (moduleOf(args) ? [] : code(CODE)(args, run));
