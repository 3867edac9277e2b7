const TITLES: Readonly<Record<string, string>> = {
  claude: "Claude Code",
  codex: "Codex",
  copilot: "Copilot",
  opencode: "opencode",
  gemini: "Gemini",
  acp: "ACP agent",
  command: "own command",
};

/** In its maker's spelling. */
export function harnessTitle(name: string): string {
  return TITLES[name] ?? name;
}

/** "Claude Code, opus"; `null`: whichever has a slot. */
export function harnessAndModel(harness: string | null, model: string | null): string | null {
  if (harness === null) return null;
  return model === null ? harnessTitle(harness) : `${harnessTitle(harness)}, ${model}`;
}
