import type { Client, Place } from "./client.ts";
import { host, PROGRAMS } from "./packages.ts";

export const opencode: Client = (place) => ({
  command: PROGRAMS.opencode(),
  args: ["run", "--format", "json", place.prompt],
  harness: "opencode",
  ...settings(place),
});

/** Its server, as its desktop program and editors use it. `opencode run` ends with its turn; this one stays. */
export const opencodeServe: Client = (place) => ({
  ...settings(place),
  harness: "opencode",
  command: process.execPath,
  args: [host("opencode-serve"), place.prompt, PROGRAMS.opencode()],
});

/** The same agent, driven by the Agent Client Protocol as an editor would. */
export const acp: Client = (place) => {
  const { env, files } = settings({ ...place, door: { kind: "command", self: "" } });
  return {
    harness: "acp",
    command: process.execPath,
    args: [host("acp"), place.prompt, PROGRAMS.opencode(), "acp"],
    env: { ...env, MCP_SERVERS: JSON.stringify(serversOf(place)) },
    files,
  };
};

/** For `session/new`; a person copies what `connect` prints. */
function serversOf({ door, said }: Place): unknown[] {
  switch (door.kind) {
    case "command":
      return [];
    case "mcp": {
      const headers = [{ name: "Authorization", value: `Bearer ${door.token}` }];
      return [{ type: "http", name: "squadroom", url: door.url, headers }];
    }
    case "connected": {
      const printed = /^ *(\{"name":"squadroom".*\})$/m.exec(said)?.[1];
      return printed ? [JSON.parse(printed)] : [];
    }
  }
}

function settings({ folder, home, door, model }: Place) {
  const own = `${home}/.config/opencode`;
  const wanted = { dependencies: { "@opencode-ai/plugin": "1" } };
  const config = {
    model: "local/scripted",
    small_model: "local/scripted",
    autoupdate: false,
    share: "disabled",
    provider: {
      local: {
        npm: "@ai-sdk/openai-compatible",
        name: "local",
        options: { baseURL: `${model.url}/v1`, apiKey: "{env:OPENCODE_MODEL_KEY}" },
        models: { scripted: { name: "scripted", limit: { context: 200_000, output: 8_000 } } },
      },
    },
    ...(door.kind === "mcp" && {
      mcp: {
        squadroom: {
          type: "remote",
          url: door.url,
          oauth: false,
          headers: { Authorization: `Bearer ${door.token}` },
        },
      },
    }),
  };
  return {
    env: {
      OPENCODE_MODEL_KEY: model.key,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
    },
    files: {
      [`${folder}/opencode.json`]: JSON.stringify(config),
      // As after its first start anywhere: where it finds this, it asks no registry for it.
      [`${own}/package.json`]: JSON.stringify(wanted),
      [`${own}/package-lock.json`]: JSON.stringify({ packages: { "": wanted } }),
      [`${own}/node_modules/.package-lock.json`]: "{}",
    },
  };
}
