import { createHash } from "node:crypto";
import type { RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { isThere, type Room } from "@squadroom/core/kernel/room";
import { readCall } from "@squadroom/core/policy/call";
import type { AskedCall } from "@squadroom/core/policy/command";
import {
  type Checked as CheckedReply,
  changePolicy,
  checkCall,
  getPolicy,
  listVerdicts,
  revokeGrant,
  tryCall,
} from "@squadroom/core/policy/contract";
import { allowedFor } from "@squadroom/core/policy/grant";
import { examine } from "@squadroom/core/policy/judge";
import { checkCall as check } from "@squadroom/core/policy/permission";
import { type PolicySettings, policyOf, rulesFor } from "@squadroom/core/policy/policy";
import { effectOf, numberOfRule, RULE_IDS, titleOfRule } from "@squadroom/core/policy/rule";
import { findRole } from "@squadroom/core/team/team";
import { z } from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { Call, FeatureRoutes } from "../../platform/http/route.ts";
import { redact } from "../../platform/redaction/redact.ts";
import { agentCaller, agentOf, personCaller, roomOf, run } from "../agent/index.ts";
import { createVerdicts } from "./verdicts.ts";

const pages = pagesOf("listVerdicts", z.tuple([placeNumber]));
type Checked = Omit<CheckedReply, "harnessAsks">;

/** Letters of a call that the list of verdicts shows. */
const SHOWN_MAX = 300;

export const policyRoutes: FeatureRoutes = ({ route, rooms, waiters, clock, auth }) => {
  const verdicts = createVerdicts();

  route(checkCall, async (call) => {
    const roomId = roomOf(call);
    const began = performance.now();
    const asked = askedCall(call);
    const first = await answerNow(call, asked);
    const tookMs = Math.round((performance.now() - began) * 10) / 10;
    const answer = first.verdict === "ask" ? await answered(call, asked, first) : first;
    const { view } = await known(roomId);
    const agent = view.agents[agentOf(call).id];
    await remember(roomId, call, asked, { ...answer, tookMs });
    const harnessAsks = agent !== undefined && rulesFor(view, agent.role).mode === "harness";
    return { ...answer, harnessAsks };
  });

  /** What the room says as it is. Only what is asked, and who was silent, goes through its log. */
  async function answerNow(call: Call<typeof checkCall>, asked: AskedCall): Promise<Checked> {
    const { view } = await known(roomOf(call));
    const by = agentCaller(call);
    const found = check(view, by, asked);
    if (!found.ok) throw new RefusalError(found.refusal);
    if (found.checked && !found.isSilent) return { ...found.checked, seq: view.seq };
    // Events carry no secrets: what they say is made of the call without them.
    const command = { type: "askPermission" as const, by, call: redact(asked) };
    const reply = await run(rooms, { ...call, key: null }, command);
    if (found.checked) return { ...found.checked, seq: reply.seq };
    if (reply.verdict === "ask" || reply.verdict === "deny") return reply;
    const reason =
      "With its secrets the call is another one. Name them by a variable of the environment.";
    return { ...reply, verdict: "deny", reason };
  }

  /** Waits for a person as long as the caller does. */
  async function answered(
    call: Call<typeof checkCall>,
    asked: AskedCall,
    first: Checked,
  ): Promise<Checked> {
    const { raw } = call.reply;
    const waitMs = Math.min(
      call.body.waitS * 1000,
      Math.max(0, (first.deadlineAt ?? 0) - clock.now() + GRACE_MS),
    );
    if (waitMs === 0) return first;
    const { credential } = agentOf(call);
    return new Promise((resolve, reject) => {
      let latest = first;
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        stop();
        raw.off("close", onClose);
        settle();
      };
      const look = (): void => {
        if (!auth.isCurrent(credential)) {
          finish(() => reject(refuse("unauthorized", "This credential ended.", {})));
          return;
        }
        const view = rooms.known(roomOf(call))?.view;
        if (!view || !isThere(view)) return;
        const found = check(view, agentCaller(call), asked);
        if (!found.ok) finish(() => reject(new RefusalError(found.refusal)));
        else if (found.checked) {
          latest = { ...found.checked, seq: view.seq };
          if (latest.verdict !== "ask") finish(() => resolve(latest));
        }
      };
      const onClose = () => finish(() => resolve(latest));
      const timer = setTimeout(() => finish(() => resolve(latest)), waitMs);
      const stop = waiters.watch(roomOf(call), look);
      raw.on("close", onClose);
      // Between the answer and this line somebody may have decided.
      look();
    });
  }

  async function remember(
    roomId: RoomId,
    call: Call<typeof checkCall>,
    asked: AskedCall,
    { verdict, rule, reason, tookMs }: Checked & { tookMs: number },
  ): Promise<void> {
    const { id, name } = agentOf(call);
    const { view } = await known(roomId);
    verdicts.remember(roomId, {
      at: clock.now(),
      agent: name,
      role: view.agents[id]?.role ?? "",
      tool: asked.tool,
      call: asked.shown.slice(0, SHOWN_MAX),
      verdict,
      rule,
      reason: redact(reason),
      tookMs,
    });
  }

  route(getPolicy, async (call) => {
    const { view } = await known(roomOf(call));
    const { settings, grants } = policyOf(view);
    return {
      settings,
      rules: RULE_IDS.map((id) => ({
        id,
        number: numberOfRule(id),
        title: titleOfRule(id),
        effect: effectOf(id, settings.preset),
      })),
      grants: grants.map(({ scope, ...grant }) => ({
        ...grant,
        taskId: scope.kind === "task" ? scope.taskId : null,
        role: scope.kind === "role" ? scope.role : null,
      })),
      seq: view.seq,
    };
  });

  route(changePolicy, async (call) => {
    const settings = call.body as PolicySettings;
    const by = personCaller(call);
    const reply = await run(rooms, call, { type: "changePolicy", by, settings });
    return reply as unknown as { settings: PolicySettings; seq: number };
  });

  route(revokeGrant, async (call) => {
    const { grantId } = call.params;
    const by = personCaller(call);
    const reply = await run(rooms, call, { type: "revokeGrant", by, grantId });
    return reply as { grantId: string; revoked: boolean; seq: number };
  });

  route(tryCall, async (call) => {
    const { view } = await known(roomOf(call));
    const { tool, input, cwd } = call.body;
    const role = call.body.role as RoleName;
    if (!findRole(view.team, role)) {
      const roles = view.team.roles.map(({ name }) => name);
      throw refuse("role_unknown", `This team has no role ${role}.`, { role }, roles);
    }
    const read = readCall("person", tool, input, cwd);
    const { verdict, outcomes } = examine(read, rulesFor(view, role), {
      role,
      taskId: null,
      boundaries: null,
      real: null,
      open: 0,
      allowed: allowedFor(view, role, null),
    });
    return {
      verdict: verdict.act,
      rule: verdict.rule,
      reason: verdict.reason,
      allowed: verdict.act === "deny" ? verdict.allowed : [],
      ...(verdict.act === "modify" ? { input: verdict.input } : {}),
      runs: (read.shell?.runs ?? [])
        .map(({ words }) => words.map(({ text }) => text).join(" "))
        .filter((text) => text !== ""),
      rules: outcomes.map(({ rule, effect, reason }) => ({
        id: rule,
        number: numberOfRule(rule),
        title: titleOfRule(rule),
        effect,
        reason,
      })),
      seq: view.seq,
    };
  });

  route(listVerdicts, async (call) => {
    const { verdict, ...page } = call.query;
    const rows = verdicts
      .of(roomOf(call))
      .filter((row) => verdict === undefined || row.verdict === verdict);
    const found = pages.cut(rows, page, ({ n }) => [n], "newest");
    return { ...found, data: found.data.map(({ n: _, ...row }) => row) };
  });

  async function known(roomId: RoomId): Promise<{ view: Room }> {
    const room = await rooms.read(roomId);
    if (!room || !isThere(room.view))
      throw refuse("room_unknown", "There is no such room.", { roomId });
    return { view: room.view };
  }
};

/** A poll outlasts its deadline, so that it brings the end. */
const GRACE_MS = 5_000;

function askedCall({ body }: Call<typeof checkCall>): AskedCall {
  const { callId, harness, tool, input, cwd, files } = body;
  const said = JSON.stringify([harness, tool, input, cwd, files]);
  const { command } = readCall(harness, tool, input, cwd);
  return {
    callId,
    digest: createHash("sha256").update(said).digest("base64url"),
    harness,
    tool,
    input,
    cwd,
    files,
    shown: redact((command ?? JSON.stringify(input) ?? "").slice(0, 20_000)),
  };
}
