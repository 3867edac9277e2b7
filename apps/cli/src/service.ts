/** A runner that starts with its machine. */
export interface Service {
  /** `squadroom-harbour`. */
  name: string;
  folder: string;
  /** The program and its arguments. */
  argv: readonly string[];
  /** No secrets: the text is a file that others may read. */
  env: Readonly<Record<string, string>>;
  home: string;
}

/** Turns under way get ten minutes to end, and the rest a minute more. */
const STOP_S = 660;
const AGAIN_S = 10;

/** A unit of the user's own systemd. */
export function systemdUnit({ name, folder, argv, env }: Service): string {
  const file = `~/.config/systemd/user/${name}.service`;
  return [
    `# Save this as ${file}, then:`,
    `#   systemctl --user daemon-reload && systemctl --user enable --now ${name}`,
    "#   loginctl enable-linger    # it runs while nobody is signed in too",
    "# Keys of model providers go into ~/.config/squadroom/runner.env, a NAME=value on each line.",
    "[Unit]",
    `Description=Squadroom runner ${name}`,
    "After=network-online.target",
    "Wants=network-online.target",
    "",
    "[Service]",
    `WorkingDirectory=${folder.replaceAll("%", "%%")}`,
    ...Object.entries(env).map(([key, value]) => `Environment=${quoted(`${key}=${value}`)}`),
    "EnvironmentFile=-%h/.config/squadroom/runner.env",
    `ExecStart=${argv.map((word) => quoted(word).replaceAll("$", "$$$$")).join(" ")}`,
    "Restart=on-failure",
    `RestartSec=${AGAIN_S}`,
    "# The runner ends what it started; turns under way get their time.",
    "KillMode=process",
    `TimeoutStopSec=${STOP_S}`,
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** A word in a form that systemd reads back. */
function quoted(word: string): string {
  const escaped = word.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("%", "%%");
  return `"${escaped}"`;
}

/** An agent of the user's own launchd. */
export function launchdPlist({ name, folder, argv, env, home }: Service): string {
  const label = `dev.squadroom.${name}`;
  const log = `${home}/Library/Logs/${name}.log`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- Save this as ~/Library/LaunchAgents/${label}.plist, then run: launchctl load -w ~/Library/LaunchAgents/${label}.plist -->`,
    '<plist version="1.0">',
    "<dict>",
    ...entry("Label", text(label)),
    ...entry("WorkingDirectory", text(folder)),
    ...entry("ProgramArguments", "<array>", ...argv.map(text), "</array>"),
    ...entry(
      "EnvironmentVariables",
      "<dict>",
      ...Object.entries(env).flatMap(([key, value]) => entry(key, text(value))),
      "</dict>",
    ),
    ...entry("RunAtLoad", "<true/>"),
    ...entry("KeepAlive", "<dict>", ...entry("SuccessfulExit", "<false/>"), "</dict>"),
    ...entry("ThrottleInterval", `<integer>${AGAIN_S}</integer>`),
    ...entry("ExitTimeOut", `<integer>${STOP_S}</integer>`),
    ...entry("AbandonProcessGroup", "<true/>"),
    ...entry("StandardOutPath", text(log)),
    ...entry("StandardErrorPath", text(log)),
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function entry(key: string, ...value: string[]): string[] {
  return [`<key>${escaped(key)}</key>`, ...value];
}

function text(value: string): string {
  return `<string>${escaped(value)}</string>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
