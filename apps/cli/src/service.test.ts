import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { launchdPlist, type Service, systemdUnit } from "./service.ts";

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

function aService(): Service {
  const folder = mkdtempSync(join(tmpdir(), "squadroom service 50% "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const odd = ['say "hi" & <go>', "$HOME", "back\\slash", "100%"];
  return {
    name: "squadroom-harbour",
    folder,
    home: "/home/ada",
    argv: [process.execPath, "/opt/squadroom.mjs", "run", "--role", "builder", "--", ...odd],
    env: { PATH: "/usr/bin:/bin", SQUADROOM_DATA: "/srv/a & b" },
  };
}

test.runIf(has("systemd-analyze"))("systemd takes the unit as it is printed", () => {
  const service = aService();
  const file = join(service.folder, "squadroom-harbour.service");
  writeFileSync(file, systemdUnit(service));
  const { status, stderr } = spawnSync("systemd-analyze", ["--user", "verify", file], {
    encoding: "utf8",
    env: { ...process.env, XDG_RUNTIME_DIR: service.folder },
  });
  expect(stderr.split("\n").filter((line) => line.includes("squadroom-harbour"))).toEqual([]);
  expect(status).toBe(0);
});

test("each word of the command is one word of the unit", () => {
  const unit = systemdUnit(aService());
  expect(unit).toContain(String.raw`"builder" "--" "say \"hi\" & <go>" "$$HOME" "back\\slash" "100%%"`);
  expect(unit).toMatch(/^WorkingDirectory=.*squadroom service 50%% /m);
  expect(unit).toContain('Environment="SQUADROOM_DATA=/srv/a & b"');
});

const READ = "import plistlib, sys, json; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))";

test.runIf(has("python3"))("the property list says what the service is, word for word", () => {
  const service = aService();
  const { stdout } = spawnSync("python3", ["-c", READ], { input: launchdPlist(service) });
  expect(JSON.parse(stdout.toString())).toMatchObject({
    Label: "dev.squadroom.squadroom-harbour",
    WorkingDirectory: service.folder,
    ProgramArguments: service.argv,
    EnvironmentVariables: service.env,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
  });
});
