import { type Judge, one } from "./judging.ts";
import { PUBLISHED, pip } from "./packages.ts";

export const NEW_CODE = "It runs code that stands in the command.";
/** It only says what it is, or runs what lies in files. */
export const ASKS = /^(-v|-V|--version|-h|--help|--test|--test-.*|--check|--run.*)$/;
/** Options of interpreters that take the next word: what follows it is not yet the script's. */
const TAKING =
  /^(-[WXICQdlrz]|--(env-file|import|require|loader|experimental-loader|conditions|title|cwd|test-reporter|disable-warning))$/;
/** Where the script's own words begin: a word behind an option may be its value, if it looks like no file. */
function scriptPlace(args: readonly string[]): number {
  const place = args.findIndex((text, i) => {
    const before = args[i - 1] ?? "";
    return (
      !/^-./.test(text) && !TAKING.test(before) && (!before.startsWith("-") || /[./]/.test(text))
    );
  });
  return place < 0 ? args.length : place;
}
/** Options after which code stands, and a program that reads it from what comes in. */
export const code =
  (options: RegExp, judge: Judge = () => []): Judge =>
  (args, run) => {
    const script = args.find((text) => !text.startsWith("-") || text === "-");
    const fromStdin =
      run.stdin !== null &&
      !args.some((text) => ASKS.test(text)) &&
      (script === undefined || script === "-" || script.startsWith("/dev/"));
    const waits =
      script === undefined && run.stdin === null && !args.some((text) => ASKS.test(text));
    return args.slice(0, scriptPlace(args)).some((text) => options.test(text)) ||
      script === "-" ||
      fromStdin ||
      waits ||
      script?.startsWith("/dev/")
      ? one("inline_code", NEW_CODE, run, ["Write it to a file of the project, and run that."])
      : judge(args, run);
  };
const CODE = /^-[a-zA-Z]*[ci]/;
export const python: Judge = (args, run) => {
  const options = args.slice(0, scriptPlace(args));
  const at = options.findIndex((text) => /^-[a-zA-Z]*m/.test(text));
  if (at < 0 || options.slice(0, at).some((text) => CODE.test(text))) return code(CODE)(args, run);
  const attached = /^-[a-zA-Z]*?m(.*)/.exec(args[at] ?? "")?.[1];
  const [module = "", ...rest] = [...(attached ? [attached] : []), ...args.slice(at + 1)];
  if (module === "pip") return pip(rest, run);
  if (/^(pipx|uv|poetry|ensurepip)$/.test(module))
    return one("dependency", "It fetches a program and runs it.", run);
  if (module === "twine") return one("outward", PUBLISHED, run);
  if (/^(http\.server|smtpd|pydoc|xmlrpc)/.test(module))
    return one("outward", "It serves files of the project to others.", run);
  return /^(timeit|code|pdb|trace|runpy|asyncio|idlelib)/.test(module)
    ? one("inline_code", NEW_CODE, run)
    : [];
};
