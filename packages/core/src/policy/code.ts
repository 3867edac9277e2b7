import { type Judge, one } from "./judging.ts";
import { PUBLISHED, pip } from "./packages.ts";

export const NEW_CODE = "It runs code that stands in the command.";
/** It only says what it is, or runs what lies in files. */
export const ASKS = /^(-v|-V|--version|-h|--help|--test|--test-.*|--check|--run.*)$/;
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
    const before = script === undefined ? args : args.slice(0, args.indexOf(script));
    return before.some((text) => options.test(text)) ||
      script === "-" ||
      fromStdin ||
      waits ||
      script?.startsWith("/dev/")
      ? one("inline_code", NEW_CODE, run, ["Write it to a file of the project, and run that."])
      : judge(args, run);
  };
export const python: Judge = (args, run) => {
  const at = args.indexOf("-m");
  const isModule = at >= 0 && args.slice(0, at).every((text) => text.startsWith("-"));
  if (!isModule) return code(/^-[a-zA-Z]*[ci]/)(args, run);
  const rest = args.slice(at + 2);
  const module = args[at + 1] ?? "";
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
