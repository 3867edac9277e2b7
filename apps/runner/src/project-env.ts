/** Where programs, files and caches are, the language, the way to the network: no tokens, no keys, no key agents. */
const NAMES = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TERM",
  "CI",
  "TMPDIR",
  "TMP",
  "TEMP",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "JAVA_HOME",
  "GOPATH",
  "GOROOT",
  "GOFLAGS",
  "GOPROXY",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "NVM_DIR",
  "PNPM_HOME",
  "PYENV_ROOT",
  "RBENV_ROOT",
  "VOLTA_HOME",
  "ASDF_DIR",
  "ANDROID_HOME",
  // Says that no person runs them.
  "SQUADROOM_AGENT",
  "SYSTEMROOT",
  "COMSPEC",
  "PATHEXT",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];
const FORMS = /^(LC_\w+|XDG_\w+_(HOME|DIR)|(HTTPS?|FTP|ALL|NO)_PROXY)$/;

/**
 * The environment of the project's commands, which run what agents wrote: what nearly every command needs, and what the
 * project's file names.
 */
export function projectEnv(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  const isKept = (name: string) =>
    NAMES.includes(name.toUpperCase()) || FORMS.test(name.toUpperCase()) || named.includes(name);
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isKept(entry[0])),
  );
}
