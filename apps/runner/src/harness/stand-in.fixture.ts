import { fileURLToPath } from "node:url";

/** The agent without a model that the tests from outside use too. */
const AGENT = fileURLToPath(new URL("../../../../e2e/fixtures/acp-agent.mjs", import.meta.url));

/** What the four lines of the contract make it do. */
const OBEYS = {
  rules: [
    {
      when: "^Say: (.*)$",
      do: [{ usage: { inputTokens: 7, outputTokens: 2, cachedReadTokens: 3 } }, { say: "{{1}}" }],
    },
    { when: "^Run: (.*)$", do: [{ run: "{{1}}" }, { say: "Heard: {{result}}" }] },
    { when: "^Hold$", do: [{ run: "sleep 600" }] },
    { when: "", do: [{ say: "Heard: {{prompt}}" }] },
  ],
};

/** How an adapter starts it, and with what environment. */
export function standIn(mind: object = {}) {
  return {
    argv: [process.execPath, AGENT],
    env: { PATH: process.env.PATH ?? "", MIND: JSON.stringify({ ...OBEYS, ...mind }) },
  };
}
