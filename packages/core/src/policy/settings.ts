import { one } from "./judging.ts";
import type { Finding } from "./rule.ts";
import { argsOf, programOf, type Run, type Word } from "./run.ts";

/** Programs that ask services for credentials or keep some; stores that hold nothing else are judged as such. */
const HOLDERS =
  /^(git|gh|glab|hub|npm|pnpm|yarn|bun|aws|az|gcloud|gsutil|oci|ibmcloud|doctl|eksctl|kubectl|oc|k|docker|podman|heroku|fly|flyctl|vercel|netlify|railway|render|wrangler|firebase|supabase|stripe|doppler|infisical|dotenvx|keyring|chamber|rails|rake|dotnet|pulumi|terraform|tofu|hf|huggingface-cli|databricks|snow|launchctl|systemctl|helm)$/;

const CREDENTIALS =
  /(^|[^a-z])(secrets?|cred(ential)?s?|passwords?|tokens?|login-password|(api|access|secret|account)[-_]?keys?|keychain)($|[^a-z])/;

/** Uses of them that show none. */
const SHOWS_NONE =
  /(^|[-:.])(list|ls|set|add|create|delete|remove|rm|update|edit|put|revoke|rotate|renew|login|logout|erase|reject|approve|store|import|helper|apply|status|help|describe|scan|verify|init|new)($|[-:.])/;

/** Uses that show one without saying so in words. */
const SHOWING =
  /^(heroku config|(docker|podman)([- ]compose)?( .*)? config|ansible-vault (view|decrypt|edit)|sops( .*)? (exec-\w+|edit)|keyring get|(doppler|infisical)( .*)? (secrets( (get|download|--\S+|-\S+).*)?|export|download)|dotenvx (get|decrypt)|railway variables|netlify env:(get|list)|(terraform|tofu) output .*-(json|raw)|aws (sts assume-role|ssm get-parameter)|rails credentials:|docker inspect .*\benv|ps [a-z]*e|systemctl( .*)? show-environment|launchctl (getenv|export)|dotnet user-secrets list|mvn\w* .*-dshow-passwords)/;

const SHOWN = /^--?(show|print|export|reveal|with-decryption|raw$)/;

/** Variables whose value is a command that some program runs. */
const COMMANDS =
  /^(GIT_(SSH|SSH_COMMAND|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|PROXY_COMMAND|ASKPASS|CONFIG_VALUE_\d+)|PROMPT_COMMAND|\w*PAGER|RUSTC|RUSTDOC|GOCACHEPROG|KUBECTL_EXTERNAL_DIFF|EDITOR|VISUAL|FCEDIT|BROWSER|LESSOPEN|LESSCLOSE|SSH_ASKPASS|SUDO_ASKPASS|RUSTC_WRAPPER|FZF_DEFAULT_COMMAND|CC|CXX|AR|LD|MAKE|SHELL)$/i;
/** Others that make a program run something else, or read its settings elsewhere. */
const LOADED =
  /^(GIT_(?!(AUTHOR|COMMITTER)_|TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|LFS_SKIP_SMUDGE|LITERAL_PATHSPECS|DEPTH|CURL_VERBOSE|REFLOG_ACTION)\w+|LD_\w+|DYLD_\w+|BASH_ENV|ENV|BASH_FUNC_.*|CDPATH|GLOBIGNORE|NODE_(OPTIONS|PATH)|PYTHON(STARTUP|PATH|HOME|BREAKPOINT|INSPECT)|PERL5(OPT|LIB|DB)|RUBY(OPT|LIB)|PHPRC|PHP_INI_SCAN_DIR|LUA_INIT|PATH|IFS|SHELLOPTS|BASHOPTS|PS4|NPM_CONFIG_\w+|YARN_\w+|BUNDLE_\w+|MAKEFLAGS|GOFLAGS|CARGO_(BUILD_\w*WRAPPER|TARGET_\w+_(RUNNER|LINKER)|ALIAS_\w+)|(_JAVA|JAVA_TOOL|JDK_JAVA)_OPTIONS|(MAVEN|GRADLE)_(OPTS|ARGS)|PSQLRC|MAKEFILES|GO(ENV|ROOT|AUTH|PROXY)|VIMINIT|EXINIT|MYVIMRC|ZDOTDIR|XDG_CONFIG_(HOME|DIRS)|HOME|INPUTRC|LESS|LESSKEYIN|RIPGREP_CONFIG_PATH|TAR_OPTIONS|GCONV_PATH|OPENSSL_CONF|CURL_HOME|WGETRC|(CLAUDE|CODEX|COPILOT|GEMINI|OPENCODE|QWEN)_(CONFIG|HOME)\w*|COMSPEC)$/i;
const HARMLESS_VALUE =
  /^(cat|less|more|true|:|never|direct|off|[01]|--max-old-space-size=\d+|--(enable-source-maps|no-warnings|trace-warnings|experimental-[\w-]+)|-[FRXSMi]+|\.?[\w./-]*src|\.|)$/;
/** A compiler by its name. */
const TOOLS = /^(CC|CXX|AR|LD|MAKE|SHELL)$/i;
/** What tells the room's command who is speaking, and what a runner writes for its agents. */
const OWN = /^SQUADROOM_/i;
/** Clients by the variable that each sets for the commands it runs; docs/agents.md has their versions. */
export const CLIENT_MARKS: Readonly<Record<string, string>> = {
  CLAUDECODE: "claude",
  CODEX_THREAD_ID: "codex",
  CODEX_SANDBOX: "codex",
  CODEX_CI: "codex",
  OPENCODE: "opencode",
  GEMINI_CLI: "gemini",
  COPILOT_CLI: "copilot",
  COPILOT_AGENT_SESSION_ID: "copilot",
};
/** Of clients that are not harnesses here, and the two that tools agree on. */
export const OTHER_MARKS = "QWEN_CODE CURSOR_AGENT CLINE_ACTIVE AUGMENT_AGENT AI_AGENT AGENT".split(" ");
const isMark = (name: string) => OWN.test(name) || Object.hasOwn(CLIENT_MARKS, name) || OTHER_MARKS.includes(name);

type Set = Run["sets"][number];

/** Variables that a command sets, for itself or for what follows. */
export function setsOf(run: Run): Set[] {
  const exports = /^(export|declare|typeset|local|readonly|set|setx)$/.test(programOf(run));
  const exported = exports
    ? run.words.slice(1).flatMap((word) => {
        const set = /^(\w+)=(.*)$/s.exec(word.text);
        return set ? [{ name: set[1] as string, value: { ...word, text: set[2] as string } }] : [];
      })
    : [];
  return [...run.sets, ...exported];
}

/** Commands in the variables. */
export function commandsInVariables(run: Run): Word[] {
  return setsOf(run).flatMap(({ name, value }) => (COMMANDS.test(name) && value.isKnown ? [value] : []));
}

export function settingFindings(run: Run): Finding[] {
  return [...setsOf(run).flatMap((set) => ofVariable(set, run)), ...unmarked(run), ...shownCredentials(run)];
}

function ofVariable({ name, value }: Set, run: Run): Finding[] {
  if (OWN.test(name)) return one("settings", `It sets ${name}, by which the room knows who speaks.`, run);
  const isPlain =
    value.isKnown && (HARMLESS_VALUE.test(value.text) || (TOOLS.test(name) && /^[\w.+-]+$/.test(value.text)));
  const isTold = COMMANDS.test(name) || LOADED.test(name) || /\blinker=/.test(value.text);
  return isTold && !isPlain
    ? one("inline_code", `It sets ${name}, with which programs may run something else.`, {
        ...run,
        words: [{ text: `${name}=${value.text}`, isKnown: true, isGlob: false }, ...run.words],
      })
    : [];
}

/** Without its marks, an agent would pass for a person. */
function unmarked(run: Run): Finding[] {
  const args = argsOf(run);
  const program = programOf(run);
  const takesAway = /^(unset|env)$/.test(program) && args.some((text) => isMark(text.replace(/^(-u|--unset=)/, "")));
  const empties =
    setsOf(run).some(({ name, value }) => isMark(name) && value.text === "") ||
    (program === "env" &&
      args.some((text) => /^(-|-[a-zA-Z]*i\w*|--ign\S*)$/.test(text)) &&
      args.some((text) => /(^|\/)squadroom(\.[cm]?js)?$|^\.?\.?\/|^(ba|z|da)?sh$/.test(text)));
  return takesAway || empties
    ? one("settings", "It takes away the marks by which the room knows who speaks.", run)
    : [];
}

/** What prints credentials, whichever program holds them. */
function shownCredentials(run: Run): Finding[] {
  const [, ...texts] = run.words.map(({ text }) => text.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase());
  const program = programOf(run);
  const words = texts.filter((text) => !text.startsWith("-")).slice(0, 6);
  const [act = ""] = words;
  const isKube = /^(kubectl|oc|k)$/.test(program);
  const named = isKube ? words.slice(words.indexOf("get") + 1).slice(0, 1) : words.slice(0, 4);
  const names = named.some((text) => CREDENTIALS.test(isKube ? text.replace(/-.*/, "") : text));
  const gets = isKube
    ? words.includes("get") && texts.some((text) => /^(-o|--output|--template)(?!.*(name|wide))/.test(text))
    : !words.some((text) => SHOWS_NONE.test(CREDENTIALS.test(text) ? (text.split(/[-:.]/)[0] ?? "") : text));
  const isHeld =
    HOLDERS.test(program) &&
    (program !== "git" || act === "credential") &&
    (!/^(npm|pnpm|yarn|bun)$/.test(program) || /^(config|c|get|token)$/.test(act));
  const reveals = texts.some((text) => SHOWN.test(text) && (CREDENTIALS.test(text) || text === "--raw"));
  return (isHeld && ((names && gets) || reveals)) || SHOWING.test([program, ...texts].join(" "))
    ? one("secrets", "It shows credentials.", run, ["Ask a person to do it: squadroom ask."])
    : [];
}
