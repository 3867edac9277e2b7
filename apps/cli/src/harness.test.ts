import { expect, test } from "vitest";
import { harnessOf } from "./harness.ts";

const shell = ["/bin/sh", "-c", "node squadroom.mjs join"];

test.each([
  ["a variable of its own", { CLAUDECODE: "1" }, [shell], "claude"],
  ["its program above the shell", {}, [shell, ["/usr/local/bin/codex", "exec"]], "codex"],
  ["a script that node runs", {}, [shell, ["node", "/x/bin/copilot.js"]], "copilot"],
  ["its package", {}, [["/x/node_modules/@openai/codex-linux-x64/vendor/bin"]], "codex"],
  ["nothing that is known", {}, [shell, ["tmux"], ["/sbin/init"]], undefined],
  ["a task that only speaks of it", {}, [["sh", "-c", "echo claude"]], undefined],
])("a client is told by %s", (_, env, commands, harness) => {
  expect(harnessOf(env, commands)).toBe(harness);
});
