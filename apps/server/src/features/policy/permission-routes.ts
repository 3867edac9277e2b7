import { createHash } from "node:crypto";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { isThere } from "@squadroom/core/kernel/room";
import { cut, storableJson } from "@squadroom/core/kernel/storable";
import { readCall } from "@squadroom/core/policy/call";
import type { AskedCall } from "@squadroom/core/policy/command";
import type { Checked as CheckedReply, VerdictRow } from "@squadroom/core/policy/contract";
import { checkCall as check } from "@squadroom/core/policy/permission";
import { rulesFor } from "@squadroom/core/policy/policy";
import { redactBy } from "@squadroom/core/redaction/addresses";
import { redact } from "@squadroom/core/redaction/redact";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { CallOf, FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, agentOf, readRoom, roomOf, run } from "../agent/index.ts";

/** Most verdicts that a room remembers, and most rooms that do. */
const KEPT = 500;

const ROOMS_KEPT = 1_000;

const pages = pagesOf("listVerdicts", z.tuple([placeNumber]));
type Checked = Omit<CheckedReply, "harnessAsks">;

/** Most letters of a call that the list of verdicts shows. */
const SHOWN_MAX = 300;
/** A poll outlasts its deadline by this, so that it brings the end. */
const GRACE_MS = 5_000;

/** Agents ask before they act. */
export const permissionRoutes: FeatureRoutes = ({ route, rooms, waiters, clock, auth }) => {
  const verdicts = createVerdicts();

  route("checkCall", async (call) => {
    const began = performance.now();
    const asked = askedCall(call);
    const first = await answerNow(call, asked);
    const tookMs = Math.round((performance.now() - began) * 10) / 10;
    const answer = first.verdict === "ask" ? await answered(call, asked, first) : first;
    const view = await readRoom(rooms, call);
    const agent = view.agents[agentOf(call).id];
    await remember(call, asked, { ...answer, tookMs });
    const harnessAsks = agent !== undefined && rulesFor(view, agent.role).mode === "harness";
    return { ...answer, harnessAsks };
  });

  /** What the room says as it is. Only a call that is asked about, or a silent agent, goes through its log. */
  async function answerNow(call: CallOf<"checkCall">, asked: AskedCall): Promise<Checked> {
    const view = await readRoom(rooms, call);
    const by = agentCaller(call);
    const found = check(view, by, asked);
    if (!found.ok) throw new RefusalError(found.refusal);
    if (found.checked && !found.hasEvents) return { ...found.checked, seq: view.seq };
    // Events carry no secrets: what they say is made from the call without them. Addresses are for the room to take
    // out.
    const command = { type: "askPermission" as const, by, call: redact(asked) };
    const reply = await run(rooms, { ...call, key: null }, command);
    // Somebody in line for a lock may have got it first meanwhile.
    if (found.checked && reply.verdict !== "deny") return { ...found.checked, seq: reply.seq };
    if (reply.verdict === "ask" || reply.verdict === "deny") return reply;
    const reason = "With its secrets the call is another one. Name them by a variable of the environment.";
    return { ...reply, verdict: "deny", reason };
  }

  /** Waits for a person as long as the caller does. */
  async function answered(call: CallOf<"checkCall">, asked: AskedCall, first: Checked): Promise<Checked> {
    const { raw } = call.reply;
    const waitMs = Math.min(call.body.waitS * 1000, Math.max(0, (first.deadlineAt ?? 0) - clock.now() + GRACE_MS));
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
    call: CallOf<"checkCall">,
    asked: AskedCall,
    { verdict, rule, reason, tookMs }: Checked & { tookMs: number },
  ): Promise<void> {
    const { id, name } = agentOf(call);
    const view = await readRoom(rooms, call);
    const clean = redactBy(view.options);
    verdicts.remember(roomOf(call), {
      at: clock.now(),
      agent: name,
      role: view.agents[id]?.role ?? "",
      tool: asked.tool,
      call: cut(clean(asked.shown), SHOWN_MAX),
      verdict,
      rule,
      reason: clean(reason),
      tookMs,
    });
  }

  route("listVerdicts", async (call) => {
    const { verdict, ...page } = call.query;
    const rows = verdicts.of(roomOf(call)).filter((row) => verdict === undefined || row.verdict === verdict);
    const found = pages.cut(rows, page, ({ n }) => [n], "newest");
    return { ...found, data: found.data.map(({ n: _, ...row }) => row) };
  });
};

function askedCall({ body }: CallOf<"checkCall">): AskedCall {
  const { callId, harness, tool, cwd, roots, files } = body;
  const said = JSON.stringify([harness, tool, body.input, cwd, roots, files]);
  const input = storableJson(body.input);
  const { command } = readCall(harness, tool, input, cwd, roots);
  return {
    callId,
    digest: createHash("sha256").update(said).digest("base64url"),
    harness,
    tool,
    input,
    cwd,
    roots,
    files,
    shown: redact((command ?? JSON.stringify(input) ?? "").slice(0, 20_000)),
  };
}

type Remembered = VerdictRow & { n: number };

/** The latest verdicts of each room, in memory: observations, which are in no log. */
function createVerdicts() {
  const byRoom = new Map<RoomId, Remembered[]>();
  let count = 0;

  function remember(roomId: RoomId, row: VerdictRow): void {
    const rows = byRoom.get(roomId) ?? [];
    rows.push({ ...row, n: ++count });
    if (rows.length > KEPT) rows.splice(0, rows.length - KEPT);
    // The room asked most recently comes last.
    byRoom.delete(roomId);
    byRoom.set(roomId, rows);
    const [oldest] = byRoom.keys();
    if (byRoom.size > ROOMS_KEPT && oldest) byRoom.delete(oldest);
  }

  return { remember, of: (roomId: RoomId): readonly Remembered[] => byRoom.get(roomId) ?? [] };
}
