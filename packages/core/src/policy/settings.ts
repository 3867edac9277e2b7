import { one } from "./judging.ts";
import type { Finding } from "./rule.ts";
import { programOf, type Run } from "./run.ts";

/** Variables that make a program run something else. */
const LOADED =
  /^(GIT_(SSH|SSH_COMMAND|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|CONFIG\w*|EXEC_PATH|PROXY_COMMAND|ASKPASS|TEMPLATE_DIR|DIR|WORK_TREE)|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PROMPT_COMMAND|NODE_OPTIONS|PYTHON(STARTUP|PATH|HOME)|PERL5(OPT|LIB)|RUBY(OPT|LIB)|PATH|IFS|SHELL|SHELLOPTS|BASHOPTS|PS4|PAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|NPM_CONFIG_\w+|MAKEFLAGS|JAVA_TOOL_OPTIONS|RUSTC_WRAPPER|SQUADROOM_\w+)$/i;
const HARMLESS_VALUE =
  /^(cat|less|more|true|:|--max-old-space-size=\d+|--(enable-source-maps|no-warnings|trace-warnings|experimental-[\w-]+)|\.?[\w./-]*src|\.|)$/;

export function settingFindings(run: Run): Finding[] {
  const exported = ["export", "declare", "typeset", "local", "readonly"].includes(programOf(run))
    ? run.words.slice(1).flatMap((word) => {
        const set = /^(\w+)=(.*)$/s.exec(word.text);
        return set ? [{ name: set[1] as string, value: { ...word, text: set[2] as string } }] : [];
      })
    : [];
  return [...run.sets, ...exported].flatMap(({ name, value }) =>
    LOADED.test(name) && !(value.isKnown && HARMLESS_VALUE.test(value.text))
      ? one("inline_code", `It sets ${name}, with which programs may run something else.`, {
          ...run,
          words: [{ text: `${name}=${value.text}`, isKnown: true, isGlob: false }, ...run.words],
        })
      : [],
  );
}
