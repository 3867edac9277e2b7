export const PAGE_DOORS = {
  claude: "Claude Code",
  codex: "Codex",
  copilot: "Copilot",
  opencode: "opencode",
  gemini: "Gemini",
  acp: "Any ACP agent",
  shell: "Any shell",
  http: "Without the package",
};
