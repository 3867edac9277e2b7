import { type Judge, one } from "./judging.ts";
import { hasOption } from "./options.ts";
import type { Finding } from "./rule.ts";
import { programOf, type Run, type Word } from "./run.ts";

export const SENT = "It reaches other people or machines.";
const GONE_THERE = "It deletes it on GitHub, for everybody.";

const METADATA =
  /^(169\.254\.|(100\.100\.100\.200|192\.0\.0\.192|168\.63\.129\.16)$|\[fd00:ec2:|\[::ffff:a9fe:|(metadata|instance-data)(\.|$))|169\.254\.169\.254/i;

/** Where a cloud machine gets its own credentials, in any notation. */
export function isMetadata(text: string): boolean {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return METADATA.test(URL.canParse(url) ? new URL(url).hostname : text);
}

export function metadata(): Finding[] {
  return one("secrets", "It reads the credentials of the machine.");
}

/** This machine, not a name that only begins like it. */
const LOCAL = /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#]|$)/;
/** curl's short options that take something. */
const TAKING = /[AbcCdDeEFHKmoPQrtTuUwxXyYz]/;

/** Short options one by one: `-sd@x` is `-s -d @x`. */
export function unbundled(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (!/^-[^-]./.test(word.text)) return [word];
    const upTo = word.text.slice(1).search(TAKING) + 1 || word.text.length;
    const letters = Array.from(word.text.slice(1, upTo + 1), (letter) => `-${letter}`);
    const value = word.text.slice(upTo + 1);
    return [...letters, ...(value === "" ? [] : [value])].map((text) => ({ ...word, text }));
  });
}

/** HTTPie's act is in its words: `http DELETE x`, `http x name=value`. */
function saysItSends(args: readonly string[]): boolean {
  const [first = "", ...others] = args.filter((text) => !text.startsWith("-"));
  return /^(post|put|patch|delete)$/i.test(first) || others.some((text) => /^[\w.[\]-]+(:?=(?!=)|@)/.test(text));
}

export const curl: Judge = (written, run) => {
  const program = programOf(run);
  const isCurl = program === "curl";
  const args = isCurl ? unbundled(run.words.slice(1)).map(({ text }) => text) : written;
  const isWorded = /^(https?|xh|httpie)$/.test(program) && saysItSends(args);
  const isFile = isCurl && args.some((text) => /^@./.test(text));
  const sends =
    isWorded ||
    isFile ||
    args.some(
      (text) =>
        /^(-[a-zA-Z]*[dFT]|--(dat|data|data-\w+|url-query|form|form-string|upload-file|json|post-data|post-file|body-data|body-file)(=.*)?)$/.test(
          text,
        ) || /^-[dFT]./.test(text),
    );
  const method =
    args.some((text, i) => /^(-X|--request|--method)$/.test(text) && !/^(GET|HEAD)$/i.test(args[i + 1] ?? "")) ||
    args.some((text) => /^(-X|--request=|--method=)(?!GET|HEAD)\w/i.test(text));
  const isAway = args.some(
    (text, i) =>
      /^(-x|--(proxy|next|resolve|connect-to|preproxy|socks\S*))/.test(text) ||
      (!LOCAL.test(text) && (/^\w+:\/\//.test(text) || (!/^-/.test(text) && !/^-/.test(args[i - 1] ?? "-")))),
  );
  const local = !isAway && args.some((text) => LOCAL.test(text));
  const configured = args.some((text) => /^(-K|--config)/.test(text));
  const isHidden = run.words.some(
    ({ text, isKnown }) => !isKnown && !/^(https?:\/\/)?(localhost|127\.0\.0\.1)\b/.test(text),
  );
  if (args.some(isMetadata)) return metadata();
  return (sends || method || isHidden) && !local
    ? one("outward", "It sends data to another machine.", run)
    : configured
      ? one("outward", "It does what a file says.", run)
      : [];
};

/** Looking a name up tells its letters to whoever answers. */
export const lookUp: Judge = (_, run) =>
  run.words.some(({ isKnown }) => !isKnown)
    ? one("outward", "It sends what another command says, as a name to look up.", run)
    : [];

/** A call of its API with fields or with a method other than GET. */
function asksGitHubMore(args: readonly string[]): boolean {
  const methods = args.flatMap((text, i) => {
    const [, value] = /^(?:-[a-z]*X|--method)=?(.*)$/.exec(text) ?? [];
    return value === undefined ? [] : [value || (args[i + 1] ?? "")];
  });
  const reads = methods.every((method) => /^get$/i.test(method));
  const fills = args.some((text) => /^(-[a-z]*[fF]|--field|--raw-field|--input)/.test(text));
  return !reads || (fills && methods.length === 0);
}

export function github(args: string[], run: Run): Finding[] {
  const [topic = "", act = ""] = args.filter((text) => !text.startsWith("-"));
  if (topic === "copilot") return one("spawn", "It starts another agent.");
  if (act === "delete") return one("destroy", GONE_THERE);
  if (topic === "auth" && (act !== "status" || hasOption(args, "t", ["--show-token"])))
    return one("secrets", "It shows or changes who GitHub takes it for.");
  if (topic === "api") return asksGitHubMore(args) ? one("outward", SENT, run) : [];
  return /^(view|list|status|diff|checks|search|ls|watch|download)$/.test(act) ||
    /^(search|status|help|version)$/.test(topic)
    ? []
    : one("outward", "It changes something on GitHub, where others see it.", run);
}
