import { beforeEach, describe, expect, it } from "vitest";
import type { DecisionOption } from "../decision/decision.ts";
import { isGivenAlone } from "../decision/look.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import { roleName } from "../kernel/ids.ts";
import { nextDeadline } from "../room/tick.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { COMMAND_MAX } from "./call.ts";
import type { AskedCall, CheckedCall } from "./command.ts";
import { checkCall } from "./permission.ts";
import { DEFAULT_SETTINGS, policyOf } from "./policy.ts";
import { RULE_IDS } from "./rule.ts";

const PUSH = "git push --force-with-lease origin HEAD:feature/refunds";
let driver: Driver;
let ada: AgentCaller;

beforeEach(() => {
  driver = Driver.room("duo");
  ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  driver.claim(ada);
});

function call(command: string, callId = "c1", more: Partial<AskedCall> = {}): AskedCall {
  const digest = `${command} ${more.tool ?? ""}`;
  const input = { command };
  return {
    callId,
    digest,
    harness: "claude",
    tool: "Bash",
    input,
    cwd: ".",
    files: [],
    shown: command,
    ...more,
  };
}

function ask(asked: AskedCall): CheckedCall {
  return driver.run({ type: "askPermission", by: ada, call: asked }) as unknown as CheckedCall;
}

function answer(optionId: string, note = ""): void {
  const { id } = driver.decision("permission");
  driver.run({ type: "answerDecision", by: LEAD, decisionId: id, optionId, note, version: null });
}

describe("a permission", () => {
  it("is asked once for a call, with what it is about and how long it waits", () => {
    const first = ask(call(PUSH));
    const again = ask(call(PUSH));

    expect(first).toMatchObject({
      verdict: "ask",
      rule: "lease_push",
      deadlineAt: driver.now + 600_000,
    });
    expect(again.decisionId).toBe(first.decisionId);
    const { question, subject, options, askedBy } = driver.decision("permission");
    expect(question).toBe(`May Ada run ${PUSH}?`);
    expect(subject).toMatchObject({
      kind: "call",
      taskId: "DEV-001",
      command: PUSH,
      cwd: ".",
      rule: "lease_push",
    });
    expect(options.map(({ label }) => label)).toEqual([
      "Allow once",
      "Allow for DEV-001",
      "Always for Builder",
      "Deny",
    ]);
    expect(askedBy).toMatchObject({ name: "Ada" });
  });

  it("is not needed for what is allowed or denied, and leaves no event", () => {
    const seq = driver.view.seq;
    expect(ask(call("ls"))).toMatchObject({ verdict: "allow", decisionId: null });
    expect(ask(call("git push -f"))).toMatchObject({ verdict: "deny", rule: "force_push" });
    expect(driver.view.seq).toBe(seq);
  });

  it("given once lets this call run and asks for the next", () => {
    ask(call(PUSH));
    answer("once");
    expect(ask(call(PUSH))).toMatchObject({
      verdict: "allow",
      reason: expect.stringContaining("chose “Allow once”"),
    });
    expect(ask(call(PUSH, "c2"))).toMatchObject({ verdict: "ask" });
    expect(ask(call("git push origin HEAD", "c1"))).toMatchObject({ verdict: "ask" });
  });

  it("keeps the whole command, and its question says how long it is where it doesn't fit", () => {
    const second = "git push backup HEAD:theirs";
    const lines = `${PUSH}\n${second}`;
    const long = `${PUSH} # ${"x".repeat(3_000)}`;
    ask(call(lines));
    const asked = () => Object.values(driver.view.decisions).at(-1);
    expect(asked()?.question).toBe("May Ada run a command of 2 lines, with git?");
    expect(asked()?.subject).toMatchObject({ command: lines });
    ask(call(long, "c2"));
    expect(asked()?.question).toContain(`a command of ${long.length} characters, with git`);
    expect(asked()?.subject).toMatchObject({ command: long });
  });

  it("marks in its question what hides in a command", () => {
    ask(call("git push origin main-\u202eevil\u200b"));
    expect(driver.decision("permission").question).toBe("May Ada run git push origin main-⟨U+202E⟩evil⟨U+200B⟩?");
  });

  it("is never asked for what is too long to be read: that is denied", () => {
    const asked = (size: number, callId: string) =>
      ask(
        call("x", callId, {
          tool: "mcp__crm__send",
          input: { body: "x".repeat(size) },
          shown: "…",
        }),
      );
    expect(asked(1_000, "c1")).toMatchObject({ verdict: "ask" });
    expect(asked(COMMAND_MAX, "c2")).toMatchObject({
      verdict: "deny",
      rule: "unreadable",
      reason: expect.stringContaining("smaller parts"),
    });
  });

  it("that nobody can undo is given by itself, and one that stays in the project with others too", () => {
    ask(call(PUSH));
    const { id, options } = driver.decision("permission");
    expect(options[0]?.consequence).toContain("nobody can undo");
    const answerAll = (optionId: string) =>
      driver.try({
        type: "answerDecision",
        by: LEAD,
        decisionId: id,
        optionId,
        note: "",
        version: null,
        together: true,
      });
    for (const scope of ["once", "task", "role"])
      expect(answerAll(scope)).toMatchObject({ refusal: { code: "answer_alone" } });
    expect(answerAll("deny")).toMatchObject({ ok: true });
    const subject = (rule: string, ...rules: string[]) => ({
      kind: "call" as const,
      rule,
      asks: rules.map((one) => ({ rule: one, words: "x" })),
    });
    const once = options[0] as DecisionOption;
    expect(isGivenAlone(once, { subject: subject("everything", "everything") })).toBe(false);
    expect(isGivenAlone(once, { subject: subject("everything", "everything", "push") })).toBe(true);
    // What is too long to be granted for more than one call says nothing of its rules.
    expect(isGivenAlone(once, { subject: subject("everything") })).toBe(true);
    for (const rule of RULE_IDS.filter((one) => !/^(everything|unknown_path)$/.test(one)))
      expect(isGivenAlone(once, { subject: subject(rule, rule) }), rule).toBe(true);
  });

  it("given for the task holds for the same call until the task ends", () => {
    ask(call(PUSH));
    answer("task");
    expect(ask(call(PUSH, "c2"))).toMatchObject({ verdict: "allow" });
    expect(ask(call(`${PUSH}-2`, "c3"))).toMatchObject({ verdict: "ask" });
    const other = driver.join("Bo", "builder");
    expect(driver.run({ type: "askPermission", by: other, call: call(PUSH, "c4") })).toMatchObject({
      verdict: "ask",
    });
  });

  it("given for more than one call is the answer to all that wait for the same, and to nothing else", () => {
    const bo = driver.join("Bo", "builder");
    const asBo = () => driver.run({ type: "askPermission", by: bo, call: call(PUSH, "b1") });
    const open = () => Object.values(driver.view.decisions).map(({ subject }) => subject);
    const { decisionId: ofBo } = asBo();
    ask(call(PUSH));
    const { decisionId } = ask(call(PUSH, "c2"));
    ask(call(`${PUSH}-2`, "c3"));
    const pick = (id: unknown, optionId: string) => {
      const decision = Object.values(driver.view.decisions).find((one) => one.id === id);
      const decisionId = decision?.id ?? ("none" as never);
      const answer = { optionId, note: "", version: null };
      driver.run({ type: "answerDecision", by: LEAD, decisionId, ...answer });
    };
    pick(decisionId, "task");
    expect(ask(call(PUSH))).toMatchObject({
      verdict: "allow",
      reason: expect.stringContaining("chose “Allow for DEV-001”"),
    });
    expect(open()).toMatchObject([{ callId: "b1" }, { callId: "c3" }]);
    pick(ofBo, "role");
    expect(open()).toEqual([]);
    expect(asBo()).toMatchObject({ verdict: "allow" });
    expect(faultsOf(driver.log)).toEqual([]);
  });

  it("given always holds for the role, until a lead takes it back", () => {
    ask(call(PUSH));
    answer("role");
    const bo = driver.join("Bo", "builder");
    const asBo = (callId: string) => driver.run({ type: "askPermission", by: bo, call: call(`${PUSH}-2`, callId) });
    expect(asBo("b1")).toMatchObject({ verdict: "allow" });
    const [grant] = policyOf(driver.view).grants;
    expect(grant).toMatchObject({ words: "git push *", scope: { kind: "role", role: "builder" } });
    driver.run({ type: "revokeGrant", by: LEAD, grantId: grant?.id ?? "" });
    expect(asBo("b2")).toMatchObject({ verdict: "ask" });
  });

  it("with an e-mail address is judged as it is, and kept without it in a room that wants none", () => {
    driver.run({ type: "setRoomOptions", by: LEAD, redactEmails: true });
    const asked = call("git push origin HEAD:ada@team.example", "e1", { digest: "d1" });
    expect(ask(asked)).toMatchObject({ verdict: "ask" });
    const { question, subject } = driver.decision("permission");
    expect(question).toBe("May Ada run git push origin HEAD:[email]?");
    expect(subject).toMatchObject({ command: "git push origin HEAD:[email]", asks: [] });
    expect(JSON.stringify(driver.log)).not.toContain("ada@team.example");
    answer("once");
    expect(ask(asked)).toMatchObject({ verdict: "allow" });
  });

  it("refused tells the agent why", () => {
    ask(call(PUSH));
    answer("deny", "Open a pull request instead.");
    expect(ask(call(PUSH))).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("“Open a pull request instead.”"),
    });
  });

  it("that nobody answers in time is denied, by the clock alone", () => {
    const { deadlineAt } = ask(call(PUSH));
    driver.seenAt[ada.id] = driver.now + 600_000;
    expect(nextDeadline(driver.room, driver.context())).toBeLessThanOrEqual(deadlineAt ?? 0);
    driver.now = (deadlineAt ?? 0) - 1;
    driver.run({ type: "tick" });
    expect(driver.decision("permission")).toBeDefined();
    driver.now += 1;
    driver.run({ type: "tick" });
    expect(Object.values(driver.view.decisions)).toEqual([]);
    expect(ask(call(PUSH))).toMatchObject({
      verdict: "deny",
      reason: "Nobody answered within 10 min. The call was denied.",
    });
  });

  it("is withdrawn when its agent leaves", () => {
    ask(call(PUSH));
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(Object.values(driver.view.decisions).filter(({ kind }) => kind === "permission")).toEqual([]);
  });

  it("ends with the task that it was asked for", () => {
    ask(call(PUSH));
    driver.join("Pia", "planner");
    driver.run(driver.handOff(ada, "planner", "work"));
    expect(Object.values(driver.view.decisions).filter(({ kind }) => kind === "permission")).toEqual([]);
    expect(ask(call(PUSH))).toMatchObject({
      verdict: "deny",
      reason: "DEV-001 has ended, so the call was denied.",
    });
  });

  it("leaves the task's clock alone", () => {
    ask(call(PUSH));
    driver.now += 60_000;
    answer("once");
    expect(driver.view.tasks[0]?.lease?.pausedMs).toBe(0);
  });

  it("is not asked beyond the limit of the room", () => {
    for (const id of ["a", "b", "c"]) expect(ask(call(`${PUSH}-${id}`, id))).toMatchObject({ verdict: "ask" });
    expect(ask(call(`${PUSH}-d`, "d"))).toMatchObject({ verdict: "deny", rule: "ask_limit" });
    expect(ask(call(`${PUSH}-a`, "a"))).toMatchObject({ verdict: "ask" });
  });

  it("is not given by an id that another call has", () => {
    ask(call(PUSH));
    expect(ask(call("git push origin HEAD"))).toMatchObject({ verdict: "deny" });
  });
});

describe("the policy of a room", () => {
  it("is changed by leads, role by role, and judges from then on", () => {
    const role = roleName("builder");
    const roles = { [role]: { mode: "room" as const, allow: ["read"], deny: [] } };
    driver.run({ type: "changePolicy", by: LEAD, ...DEFAULT_SETTINGS, roles });
    expect(ask(call("npm test"))).toMatchObject({ verdict: "deny", rule: "tools" });
    const seq = driver.view.seq;
    driver.run({ type: "changePolicy", by: LEAD, ...DEFAULT_SETTINGS, roles });
    expect(driver.view.seq).toBe(seq);
  });

  it("is refused for a role that the team has not, and a file outside", () => {
    const none = { [roleName("nobody")]: { mode: "room" as const, allow: [], deny: [] } };
    const change = (more: object) => driver.try({ type: "changePolicy", by: LEAD, ...DEFAULT_SETTINGS, ...more });
    expect(change({ roles: none })).toMatchObject({ refusal: { code: "role_unknown" } });
    expect(change({ files: ["../x"] })).toMatchObject({ refusal: { code: "boundary_invalid" } });
  });

  it("is asked by agents of the room alone", () => {
    const stranger = { ...ada, id: "stranger" as typeof ada.id };
    expect(checkCall(driver.room, stranger, call("ls"))).toMatchObject({
      refusal: { code: "not_joined" },
    });
  });
});
