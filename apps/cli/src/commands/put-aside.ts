import type { Call } from "@squadroom/client/call";
import type { Row } from "@squadroom/client/pages";
import type { InboxGroup, Thing } from "@squadroom/core/inbox/thing";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";
import { inboxRows } from "./inbox-rows.ts";

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 } as const;

/** Hands over and snoozes decisions, by the ids that `decisions` prints. */
export function addPutAside(program: Command, cli: Cli): void {
  const handOver = define(
    program,
    "hand-over <ids>",
    "hand decisions over to somebody else; nobody's rights change",
    "Separate ids with commas. Only somebody who may answer in the room can get one.",
  )
    .option("--to <name>", "who gets them")
    .option("--back", "give them back to everybody who may answer");
  answering(cli, handOver, async ([ids = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const named = options.to as string | undefined;
    if ((named === undefined) === (options.back !== true))
      throw new CliError("who_gets_it", "Say who gets them.", "`--to NAME`, or `--back`.");
    const things = await thingsBy(call, ids, ["waiting", "others", "snoozed"]);
    const taker = named === undefined ? null : await takerCalled(call, things, named);
    const data = await call("handOver", { body: { things, to: taker?.id ?? null } });
    const back = own(`hand-over ${ids} --back`);
    const text = taker
      ? `${taker.name} has them now. Take them back: \`${back}\`.\n`
      : "Back with everybody who may answer.\n";
    return { data, text };
  });

  const snooze = define(
    program,
    "snooze <ids>",
    "hide decisions from your list until later, or until they change",
    "Separate ids with commas. A change brings a decision back early.",
  )
    .option("--for <time>", "30m, 2h, 3d; without it, until they change")
    .option("--wake", "bring them back now");
  answering(cli, snooze, async ([ids = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const things = await thingsBy(call, ids, ["waiting", "snoozed"]);
    if (options.wake) {
      return { data: await call("wake", { body: { things } }), text: "Back in your list.\n" };
    }
    const time = options.for as string | undefined;
    const until = time === undefined ? null : cli.io.now() + lengthOf(time);
    const data = await call("snooze", { body: { things, until } });
    const when = until === null ? "they change" : dated(until);
    const text = `Snoozed until ${when}. Bring them back: \`${own(`snooze ${ids} --wake`)}\`.\n`;
    return { data, text };
  });
}

/** Milliseconds of "2h". */
function lengthOf(time: string): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(time) ?? [];
  if (count !== "" && Number(count) > 0) return Number(count) * UNITS_MS[unit as "m" | "h" | "d"];
  throw new CliError("bad_time", `${time} is not a time.`, "For example 30m, 2h or 3d.");
}

async function thingsBy(call: Call, ids: string, groups: readonly InboxGroup[]): Promise<Thing[]> {
  const known = new Map<string, Thing>();
  for (const group of groups)
    for (const thing of (await inboxRows(call, group)).flatMap(thingsOf)) known.set(thing.item, thing);
  return [...new Set(ids.split(",").map((id) => id.trim()))].filter(Boolean).map((id) => {
    const thing = known.get(`decision:${id}`);
    if (thing) return thing;
    const list = `${own("decisions")} lists what is.`;
    throw new CliError("not_pending", `${id} is not waiting for an answer.`, list, EXIT.notFound);
  });
}

type Taker = Row<"listTakers">;

async function takerCalled(call: Call, things: Thing[], named: string): Promise<Taker> {
  const { data: people } = await call("listTakers", { body: { things, limit: 1_000 } });
  const found = people.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only && found.length === 1) return only;
  const names = people.map(({ name }) => name).join(", ");
  throw new CliError(
    "person_unknown",
    `Nobody called ${named} may answer there.`,
    names === "" ? "Nobody else may; give somebody a role in the room first." : `Use one of: ${names}.`,
    EXIT.notFound,
  );
}
