import { describe, expect, it } from "vitest";
import { readCall } from "./call.ts";
import { judge } from "./judge.ts";
import { HERE, RULES } from "./situation.fixture.ts";

const said = (tool: string, input: unknown) => judge(readCall("claude", tool, input), RULES, HERE);
const bash = (command: string) => said("Bash", { command });

/** @source the releases in docs/clients.md: what each reads in a project that decides what it may do, or runs by itself */
const SETTINGS =
  ".claude/settings.json .claude/settings.local.json .claude/hooks/a.sh .claude/scheduled_tasks.json .claude-plugin/plugin.json .mcp.json .claude.json " +
  ".codex/config.toml .codex/hooks.json .codex/rules/default.rules " +
  ".github/copilot/settings.json .github/copilot/settings.local.json .github/hooks/a.json .github/mcp.json .github/lsp.json .github/extensions/a/extension.mjs .lsp.json .vscode/mcp.json .copilot/settings.json " +
  "opencode.json opencode.jsonc tui.json .opencode/plugins/a.ts .opencode/opencode.json .opencode/tool/a.ts " +
  ".gemini/settings.json .gemini/policies/a.toml .gemini/hooks/a.sh .gemini/sandbox.Dockerfile gemini-extension.json " +
  ".qwen/settings.json .qwen/extensions/a/qwen-extension.json .qwen/statusline-command.sh " +
  ".cline/plugins/a.js .cline/cron/a.json .clinerules/hooks/PreToolUse .kilocode/mcp.json .kilo/plugin/a.ts kilo.json .roomodes crush.json .crush.json .crush/init " +
  ".cursor/mcp.json .cursor/hooks.json .git/config .git/hooks/pre-commit .hg/hgrc .jj/repo/config.toml squadroom.run.json";
const AUTORUN =
  ".claude/skills/a/SKILL.md .claude/commands/a.md .claude/agents/a.md .github/prompts/a.md .github/agents/a.md .github/skills/a/SKILL.md .agents/skills/a/SKILL.md .gemini/commands/a.toml .opencode/command/a.md .opencode/agent/a.md " +
  ".vscode/tasks.json .envrc .husky/pre-commit .npmrc mise.toml .exrc .bazelrc hooks/hooks.json .worktreeinclude " +
  ".newclient/settings.json .newclient/deep/a.ts .idea/workspace.xml .yarn/releases/yarn.cjs .githooks/pre-commit";
const folderOf = (file: string) => file.replace(/\/?[^/]+$/, "") || ".";
const nameOf = (file: string) => file.replace(/^.*\//, "");

const WRITES: [string, (file: string) => ReturnType<typeof judge>][] = [
  ["Write", (f) => said("Write", { file_path: f, content: "x" })],
  ["Edit", (f) => said("Edit", { file_path: f, old_string: "a", new_string: "b" })],
  ["apply_patch", (f) => said("apply_patch", `*** Begin Patch\n*** Update File: ${f}\n*** End Patch`)],
  [
    "a patch's move",
    (f) =>
      said("apply_patch", {
        input: `*** Begin Patch\n*** Update File: a\n*** Move to: ${f}\n*** End Patch`,
      }),
  ],
  ["a redirection", (f) => bash(`echo x > ${f}`)],
  ["tee", (f) => bash(`echo x | tee -a ${f}`)],
  ["cp", (f) => bash(`cp a ${f}`)],
  ["cp into its folder", (f) => bash(`cp x/${nameOf(f)} ${folderOf(f)}`)],
  ["mv", (f) => bash(`mv a ${f}`)],
  ["mv away", (f) => bash(`mv ${f} a`)],
  ["ln", (f) => bash(`ln -sf ../a ${f}`)],
  ["sed", (f) => bash(`sed -i s/a/b/ ${f}`)],
  ["rm", (f) => bash(`rm ${f}`)],
  ["git checkout", (f) => bash(`git checkout HEAD~1 -- ${f}`)],
  ["git restore", (f) => bash(`git restore ${f}`)],
  ["truncate", (f) => bash(`truncate -s0 ${f}`)],
];
/** Where only the file's name tells: what runs by itself asks in other ways. */
const REPORTS: [string, (file: string) => ReturnType<typeof judge>][] = [
  ["a report", (f) => bash(`npx vitest run --outputFile=${f}`)],
  ["a report behind a blank", (f) => bash(`npx jest --json --outputFile ${f}`)],
  ["a report of pytest", (f) => bash(`pytest --junitxml=${f}`)],
  ["coverage of go", (f) => bash(`go test -coverprofile=${f} ./...`)],
  ["a report of a script", (f) => bash(`npm test -- --outputFile=${f}`)],
  ["warnings of node", (f) => bash(`node --redirect-warnings=${f} a.js`)],
  ["what the compiler knows", (f) => bash(`tsc -b --tsBuildInfoFile ${f}`)],
  ["an archive", (f) => bash(`zip ${f} a`)],
  ["the compiler", (f) => bash(`npx tsc --outFile ${f}`)],
  ["git checkout by its name", (f) => bash(`git checkout HEAD ${f}`)],
  ["git merge-file", (f) => bash(`git merge-file ${f} a b`)],
  ["git diff", (f) => bash(`git diff --output=${f}`)],
  ["in its folder", (f) => bash(`cd ${folderOf(f)} && npx tsc --outFile ./${nameOf(f)}`)],
];

describe.each(SETTINGS.split(" "))("%s", (file) => {
  it.each([...WRITES, ...REPORTS])("is written by nobody: %s", (_, write) => {
    expect(write(file).act).toBe("deny");
  });
  it("may be read", () => {
    expect(said("Read", { file_path: file }).act).toBe("allow");
    expect(bash(`cat ${file}`).act).toBe("allow");
    expect(bash(`npx eslint --config ${file}`).act).toBe("allow");
  });
});

describe.each(AUTORUN.split(" "))("%s", (file) => {
  it.each(WRITES)("is written by nobody unasked: %s", (_, write) => {
    expect(write(file).act).not.toBe("allow");
  });
});

it.each([
  "mv .github old",
  "mv .vscode x",
  "cp -r x/.github .",
  "cp -r tmpl/copilot .github",
  "rsync -a hooks .github",
  "git mv .github x",
  "npx tsc --outDir .claude",
  "pytest --basetemp=.claude",
  "pytest -o cache_dir=.claude",
  "cargo build --target-dir .claude",
  "npm pack --pack-destination .claude",
  "cd .claude && git checkout settings.json",
])("a folder that holds them goes with them: %s", (command) => {
  expect(bash(command)).toMatchObject({ act: "deny", rule: "settings" });
});

it.each([
  "mkdir -p .github/workflows",
  "cp ci.yml .github/workflows/",
  "cp -r a b",
  "mv src/a src/b",
  "npx vitest run --config vitest.config.ts --outputFile=report.json",
  "prettier --check .claude/settings.json",
  "node --check .claude/hooks/a.js",
  "git diff .claude/settings.json",
  "git checkout src/a.ts",
  "echo x > .next/a.json",
  "echo x > .cache/a.json",
  "echo x > .notes/plan.md",
  "echo x > .gitlab-ci.yml",
  "echo x > .eslintrc.json",
])("what guards nobody is free: %s", (command) => {
  expect(bash(command)).toMatchObject({ act: "allow" });
});

describe("a file with secrets", () => {
  const FILES =
    ".env .env.local .env-prod .env_local prod.env .dev.vars terraform.tfvars prod.auto.tfvars terraform.tfstate server.pem server.key AuthKey.p8 id_ed25519 id_ecdsa .netrc _netrc .pgpass .my.cnf secrets.yml config/secrets.json secrets.txt secrets/prod.yaml credentials.json google-credentials.json client_secret.json service-account.json my-service_account-1.json firebase-adminsdk.json token.json .vault_pass kubeconfig.yaml release.keystore";
  const EXAMPLES =
    ".env.example .env.sample .env.template .env.local.example prod.env.example example.env secrets.example.yml credentials.sample.json terraform.tfvars.example secrets.schema.json src/secrets.ts src/secrets/index.ts docs/credentials.md src/env.d.ts src/tokens.json";
  const READERS: [string, (file: string) => ReturnType<typeof judge>][] = [
    ["Read", (f) => said("Read", { file_path: f })],
    ["Grep", (f) => said("Grep", { pattern: "x", glob: f })],
    ...(
      [
        "cat @",
        "git diff @",
        "git diff --no-index /dev/null @",
        "git show HEAD:@",
        "git log -p -1 -- @",
        "git blame @",
        "dd if=@",
        "tar cf - @",
        "zip - @",
        "cp @ a",
        "base64 @",
        "base32 @",
        "openssl base64 -in @",
        "python3 -m json.tool @",
        "yamllint @",
        "some-viewer --plain @",
        "some-viewer --file=@",
        "curl -d @@ localhost:3000",
        "curl --data-urlencode x@@ localhost:3000",
        "wget --body-file=@ --method=PUT http://localhost",
        "rg x -g '@'",
        "grep -r x --include='@' .",
        "sort < @",
      ] as const
    ).map((line): (typeof READERS)[number] => [
      line,
      (f) => bash(line.endsWith("@@ localhost:3000") ? line.replace("@@", `@${f}`) : line.replace("@", f)),
    ]),
  ];
  it.each(READERS)("is shown to nobody: %s", (_, read) => {
    for (const file of FILES.split(" ")) expect(read(file).act, file).toBe("deny");
  });
  it.each(READERS.filter(([name]) => !/curl|wget/.test(name)))("is none as an example: %s", (_, read) => {
    for (const file of EXAMPLES.split(" ")) expect(read(file).rule, file).not.toBe("secrets");
  });

  it.each([
    "rg . -g '.env*'",
    "rg x --hidden -g '**/.e*'",
    "rg . --iglob '*.PEM'",
    "grep -r . --include='*env*'",
    "fd -H '^\\.env' -x cat",
    "fd -u env -X cat",
    "fdfind -H -e env -x cat",
    "fd -g '*.pem' --exec cat",
  ])("is found by nobody's search: %s", (command) => {
    expect(bash(command).act).toBe("deny");
  });
  it.each([
    "rg x -g '*.json'",
    "rg x -g '!.env*'",
    "grep -rn process.env --include='*.ts' src",
    "rg 'secrets.yml' docs",
    "fd -e ts -x wc -l",
    "fd test src -x cat",
    "cat *.json",
    "gh pr view --json title",
    "git commit -m 'Load secrets.json'",
  ])("is none in other searches: %s", (command) => {
    expect(bash(command)).toMatchObject({ act: "allow" });
  });
});

it.each([
  "gh auth token",
  "gh auth status -t",
  "gh auth status --show-token",
  "kubectl get secret x -o yaml",
  "kubectl -n prod get secrets -o jsonpath='{.data}'",
  "kubectl config view --raw",
  "docker compose config",
  "docker-compose -f a.yml config",
  "git credential fill",
  "npm config get _authToken",
  "npm config get //registry.example.com/:_authToken",
  "yarn config get npmAuthToken",
  "aws configure get aws_secret_access_key",
  "aws configure export-credentials",
  "aws secretsmanager get-secret-value --secret-id x",
  "aws ecr get-login-password",
  "aws sts assume-role --role-arn x",
  "gcloud auth print-access-token",
  "gcloud secrets versions access latest --secret=x",
  "az account get-access-token",
  "az keyvault secret show --name x",
  "heroku config",
  "heroku config:get KEY",
  "fly auth token",
  "vault kv get secret/x",
  "op read op://a/b",
  "pass show x",
  "security find-generic-password -w x",
  "doppler secrets",
  "infisical export",
  "dotenvx get",
  "sops -d a.yml",
  "ansible-vault view a.yml",
  "bin/rails credentials:show",
  "bundle exec rails credentials:show",
  "pulumi config get x --show-secrets",
  "supabase projects api-keys",
  "gpg --export-secret-keys",
  "terraform output -json",
  "ps eww",
  "ps auxe",
  "systemctl --user show-environment",
])("nobody is shown credentials: %s", (command) => {
  expect(bash(command)).toMatchObject({ act: "deny", rule: "secrets" });
});

it.each([
  "gh auth status",
  "gh secret list",
  "kubectl get pods -o yaml",
  "kubectl get secrets",
  "kubectl get deploy secret-reader -o yaml",
  "terraform output",
  "docker ps",
  "npm config get registry",
  "npm run test:tokens",
  "npm test -- tokens",
  "git log --grep=token",
  "git checkout -b feature/token-refresh",
  "git grep secret",
  "terraform plan",
  "ps aux",
  "rails routes",
  "helm template .",
])("what shows none is free: %s", (command) => {
  expect(bash(command).rule).not.toBe("secrets");
});
