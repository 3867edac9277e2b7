import type { Client, Place } from "./client.ts";
import { host, PROGRAMS } from "./packages.ts";

/** The command of the client, as its own terminal program starts without a person: `claude -p`. */
export const claude: Client = (place) => ({
  command: PROGRAMS.claude(),
  args: [
    "-p",
    place.prompt,
    "--output-format",
    "stream-json",
    "--verbose",
    ...(place.door.kind === "mcp" ? ["--mcp-config", `${place.folder}/.mcp.json`] : []),
  ],
  ...settings(place),
});

export const claudeSdk: Client = (place) => ({
  command: process.execPath,
  args: [host("claude-sdk"), place.prompt, place.door.kind],
  ...settings(place),
});

/** The default mode asks for each command; the one rule allows the room's. */
function settings({ folder, home, door, model }: Place) {
  const trust = {
    // Without a person's trust in the folder, which the terminal asks for once, its rules don't count.
    [`${home}/.claude.json`]: JSON.stringify({
      projects: { [folder]: { hasTrustDialogAccepted: true } },
    }),
  };
  const rule = door.kind === "command" ? `Bash(${door.self}:*)` : "mcp__squadroom";
  const servers =
    door.kind === "mcp"
      ? {
          squadroom: {
            type: "http",
            url: door.url,
            headers: { Authorization: `Bearer ${door.token}` },
          },
        }
      : {};
  return {
    harness: "claude",
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: model.key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    files:
      door.kind === "connected"
        ? trust
        : {
            ...trust,
            [`${folder}/.claude/settings.json`]: JSON.stringify({ permissions: { allow: [rule] } }),
            [`${folder}/.mcp.json`]: JSON.stringify({ mcpServers: servers }),
          },
  };
}
