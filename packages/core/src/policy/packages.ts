import { type Judge, one } from "./judging.ts";
import type { Finding } from "./rule.ts";
import type { Run } from "./run.ts";

export const PUBLISHED = "It changes what others get from the registry.";
const DEPENDENCY = "It adds a package, with code that others wrote.";
const WELL_KNOWN =
  /^(tsc|tsx|ts-node|vitest|jest|mocha|ava|eslint|oxlint|biome|prettier|stylelint|knip|playwright|cypress|vite|webpack|rollup|esbuild|turbo|nx|next|nuxt|astro|svelte-kit|svelte-check|vue-tsc|prisma|drizzle-kit|typedoc|c8|nyc|lint-staged|tailwindcss|postcss|depcruise|dependency-cruise|storybook|markdownlint|markdownlint-cli2|changeset|commitlint|husky|squadroom|nodemon|concurrently|wait-on|serve|http-server|patch-package|madge|tap|tsup|swc|babel|lerna)$/;
const published =
  "publish unpublish deprecate owner token adduser login logout access dist-tag star unstar hook team org yank push";

export const packages =
  (acts: string): Judge =>
  (args, run) => {
    const words = args.filter((text) => !text.startsWith("-"));
    // `yarn npm publish`.
    const [act = "", ...rest] = words[0] === "npm" ? words.slice(1) : words;
    if (published.split(" ").includes(act)) return one("outward", PUBLISHED, run);
    if (act === "config" && /^(set|delete|edit)$/.test(rest[0] ?? ""))
      return one("settings", "It changes the package manager's settings.", run);
    if (/^(dlx|exec|x|create|init)$/.test(act) && rest.length > 0)
      return fetched(act, rest[0] ?? "", args, run);
    if (act === "run" && /^[\w-]+\.[\w.-]+\/.*@/.test(rest[0] ?? ""))
      return fetched("dlx", rest[0] ?? "", args, run);
    return acts.split(" ").includes(act) && rest.length > 0
      ? one("dependency", DEPENDENCY, run)
      : [];
  };

/** A program that is fetched if it is not there. */
export function fetched(act: string, name: string, args: string[], run: Run): Finding[] {
  const isThere = WELL_KNOWN.test(name) && !args.some((text) => /^(-p|--package)/.test(text));
  return isThere && act !== "dlx" && act !== "create"
    ? []
    : one("dependency", "It fetches a program and runs it.", run);
}

export const pip: Judge = (args, run) => {
  const [act = "", ...rest] = args.filter((text) => !text.startsWith("-"));
  const declared =
    args.some((text) => /^(-r|--requirement|-e|--editable)/.test(text)) &&
    rest.every((text) => /^\.|\.txt$/.test(text));
  return /^(install|download|add|wheel)$/.test(act) &&
    rest.length > 0 &&
    !declared &&
    rest.some((text) => text !== ".")
    ? one("dependency", DEPENDENCY, run)
    : [];
};
