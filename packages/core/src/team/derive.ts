import type { RoleName } from "../kernel/ids.ts";
import { listed } from "../kernel/words.ts";
import type { Pass, PassIntent, Target, Team, Variant } from "./team.ts";

type Ways = ReadonlyMap<RoleName, readonly Target[]>;

/**
 * The variant that follows from who hands to whom while everyone is there, for these available roles.
 *
 * 1. Finished work goes where it goes with everyone there; questions go both ways. Who gets work sends
 *    findings about it back; an entry point that gets its team's work back sends them to whom it hands.
 * 2. What would go to an absent role goes where that role's work goes, past as many absent ones as
 *    there are. If it would come back to the sender, the sender does that role's part itself; findings then
 *    go to the entry point.
 * 3. What reaches the user over an absent role is marked unreviewed.
 * 4. A role left without a way to the user hands to the entry point; the entry point, to the user.
 * 5. In an isolated team nobody stands in for anybody: 2 and 3 don't hold.
 *
 * @param available the entry point counts as one of them
 */
export function deriveVariant(
  { roles: all, entryPoint, isolated }: Pick<Team, "roles" | "entryPoint" | "isolated">,
  available: readonly RoleName[],
): Variant {
  const roles = all.map(({ name }) => name);
  const handsTo: Ways = new Map(all.map(({ name, handsTo: to = [] }) => [name, to]));
  const here = roles.filter((role) => role === entryPoint || available.includes(role));
  const variant = variantFor(roles, here, entryPoint, isolated ? within(handsTo, here) : handsTo);
  const absent = roles.filter((role) => !here.includes(role));
  return isolated && absent.length > 0 ? { ...variant, note: `without ${listed(absent)}` } : variant;
}

/** The ways among those present: nobody stands in for the others. */
function within(handsTo: Ways, here: readonly RoleName[]): Ways {
  return new Map([...handsTo].map(([from, to]) => [from, to.filter((one) => one === "user" || here.includes(one))]));
}

/** The roles that a derived variant's name says are present; `null`: it is no such name. */
export function rolesNamedBy(
  { roles: all, entryPoint }: Pick<Team, "roles" | "entryPoint">,
  name: string,
): RoleName[] | null {
  const roles = all.map((role) => role.name);
  if (name === FULL) return roles;
  if (name === aloneName(entryPoint)) return [entryPoint];
  const [how, ...said] = name.split("_");
  const isSaid = (role: RoleName) => said.includes(role);
  if (!said.every((one) => roles.some((role) => role === one))) return null;
  if (how === "with") return roles.filter(isSaid);
  return how === "without" ? roles.filter((role) => !isSaid(role)) : null;
}

const FULL = "full_team";
const aloneName = (entryPoint: RoleName) => `${entryPoint}_alone`;

function variantFor(
  roles: readonly RoleName[],
  here: readonly RoleName[],
  entryPoint: RoleName,
  handsTo: Ways,
): Variant {
  const absent = roles.filter((role) => !here.includes(role));
  const coordinates = roles.some((role) => handsTo.get(role)?.includes(entryPoint));
  const passes = createPasses(coordinates ? entryPoint : null);
  for (const from of here) {
    for (const to of handsTo.get(from) ?? []) {
      if (to === "user") passes.add(from, "user", ["deliver", "question"]);
      else if (here.includes(to)) passes.addWork(from, to);
      else standIn(passes, from, to, here, entryPoint, handsTo);
    }
  }
  for (const to of roles) {
    // Findings about the work of an absent role.
    for (const from of handsTo.get(to) ?? []) {
      if (here.includes(to) || from === "user" || !here.includes(from) || from === entryPoint) continue;
      passes.add(from, entryPoint, ["findings", "question"], { standsInFor: [to] });
    }
  }
  secureWayBack(passes, here, entryPoint);
  const all = passes.all(here);
  return {
    name: nameOf(roles, here, absent, entryPoint),
    needs: here.filter((role) => role !== entryPoint),
    chain: chainOf(here, entryPoint, all),
    note: noteOf(absent, here, entryPoint, all, handsTo),
    passes: all,
  };
}

/** Where the work for an absent role goes. */
function standIn(
  passes: Passes,
  from: RoleName,
  absent: RoleName,
  here: readonly RoleName[],
  entryPoint: RoleName,
  handsTo: Ways,
): void {
  const seen = new Set<Target>([absent]);
  for (const at of seen) {
    for (const next of at === "user" ? [] : (handsTo.get(at) ?? [])) {
      if (next === from) continue;
      if (next === "user")
        return passes.add(from, "user", ["deliver", "question"], {
          standsInFor: [absent],
          unreviewed: true,
        });
      if (here.includes(next)) return passes.addWork(from, next, { standsInFor: [absent] });
      seen.add(next);
    }
  }
  if (from !== entryPoint) passes.add(from, entryPoint, ["work", "question"], { standsInFor: [absent] });
}

function secureWayBack(passes: Passes, here: readonly RoleName[], entryPoint: RoleName): void {
  if (!passes.leadingToUser().has(entryPoint))
    passes.add(entryPoint, "user", ["deliver", "question"], { unreviewed: true });
  for (let leading = passes.leadingToUser(); ; leading = passes.leadingToUser()) {
    const lost = here.find((role) => !leading.has(role));
    if (!lost) return;
    passes.add(lost, entryPoint, ["work", "question"]);
  }
}

type Passes = ReturnType<typeof createPasses>;

/**
 * Passes by from and to, intents taken together.
 *
 * @param coordinator the entry point, if its team's work comes back to it
 */
function createPasses(coordinator: RoleName | null) {
  const byWay = new Map<string, Pass>();

  function add(
    from: RoleName,
    to: Target,
    intents: readonly PassIntent[],
    more: Pick<Pass, "standsInFor" | "unreviewed"> = {},
  ): void {
    const way = `${from} ${to}`;
    const before = byWay.get(way);
    const standsInFor = [...new Set([...(before?.standsInFor ?? []), ...(more.standsInFor ?? [])])];
    // What also goes there with everybody present is reviewed as much as ever.
    const unreviewed = more.unreviewed === true && (before === undefined || before.unreviewed);
    byWay.set(way, {
      from,
      to,
      intents: ORDER.filter((intent) => intents.includes(intent) || before?.intents.includes(intent)),
      ...(standsInFor.length > 0 ? { standsInFor } : {}),
      ...(unreviewed ? { unreviewed } : {}),
    });
  }

  function addWork(from: RoleName, to: RoleName, more: Pick<Pass, "standsInFor" | "unreviewed"> = {}): void {
    const isCoordinator = from === coordinator;
    add(from, to, isCoordinator ? ["work", "question", "findings"] : ["work", "question"], more);
    add(to, from, isCoordinator ? ["question"] : ["findings", "question"]);
  }

  /** Who can bring a result to the user. */
  function leadingToUser(): Set<Target> {
    const before = new Map<Target, RoleName[]>();
    for (const { from, to, intents } of byWay.values())
      if (to === "user" || intents.includes("work")) before.set(to, [...(before.get(to) ?? []), from]);
    const leading = new Set<Target>(["user"]);
    for (const at of leading) for (const from of before.get(at) ?? []) leading.add(from);
    return leading;
  }

  /** In the team's order, the user first. */
  function all(here: readonly RoleName[]): Pass[] {
    return here.flatMap((from) => (["user", ...here] as Target[]).flatMap((to) => byWay.get(`${from} ${to}`) ?? []));
  }

  return { add, addWork, leadingToUser, all };
}

const ORDER: readonly PassIntent[] = ["deliver", "work", "question", "findings"];

/** The way of a message: from role to role that has not had it yet, then back to the user. */
function chainOf(here: readonly RoleName[], entryPoint: RoleName, passes: readonly Pass[]): Target[] {
  const chain: Target[] = ["user", entryPoint];
  const onward = (from: Target) =>
    passes.filter((pass) => pass.from === from && (pass.intents.includes("work") || pass.intents.includes("deliver")));
  for (let at: Target = entryPoint; chain.length < 2 * here.length + 2; ) {
    const ways = onward(at);
    const fresh = ways.find(({ to }) => to !== "user" && !chain.includes(to));
    const next: Target | undefined = fresh?.to ?? ways.find(({ to }) => to === "user")?.to;
    at = next ?? wayHome(onward, at);
    chain.push(at);
    if (at === "user") return chain;
  }
  return [...chain, "user"];
}

/** The first step of the shortest way to the user. */
function wayHome(onward: (from: Target) => Pass[], from: Target): Target {
  const first = new Map<Target, Target>();
  const queue: Target[] = [from];
  for (const at of queue) {
    for (const { to } of onward(at)) {
      if (first.has(to) || to === from) continue;
      first.set(to, first.get(at) ?? to);
      if (to === "user") return first.get(to) ?? to;
      queue.push(to);
    }
  }
  return "user";
}

function nameOf(
  roles: readonly RoleName[],
  here: readonly RoleName[],
  absent: readonly RoleName[],
  entryPoint: RoleName,
): string {
  if (absent.length === 0) return FULL;
  if (here.length === 1) return aloneName(entryPoint);
  // The shorter of the two ways to say it.
  return absent.length * 2 <= roles.length ? `without_${absent.join("_")}` : `with_${here.join("_")}`;
}

function noteOf(
  absent: readonly RoleName[],
  here: readonly RoleName[],
  entryPoint: RoleName,
  passes: readonly Pass[],
  handsTo: Ways,
): string {
  if (absent.length === 0) return "";
  if (here.length === 1) return `${entryPoint} does everything`;
  const partsOf = new Map<Target, RoleName[]>();
  const byNobody: RoleName[] = [];
  for (const role of absent) {
    const takers = passes.filter((pass) => isPartOf(role, pass, handsTo)).map(({ to }) => to);
    const standIns = takers.length > 0 ? takers : [nextHere(role, here, handsTo)];
    const roles = new Set(standIns.filter((one) => one !== "user"));
    if (roles.size === 0) byNobody.push(role);
    for (const one of roles) partsOf.set(one, [...(partsOf.get(one) ?? []), role]);
  }
  return [
    ...[...partsOf].map(([by, roles]) => `${by} stands in for ${listed(roles)}`),
    ...(byNobody.length > 0 ? [`without ${listed(byNobody)}`] : []),
    ...(passes.some((pass) => pass.unreviewed) ? ["some results are unreviewed"] : []),
  ].join("; ");
}

/** Whether it takes an absent role's work from whoever hands it on; findings about its work go another way. */
function isPartOf(absent: RoleName, { from, standsInFor }: Pass, handsTo: Ways): boolean {
  return standsInFor?.includes(absent) === true && handsTo.get(from)?.includes(absent) === true;
}

/** Who continues with what an absent role would have got from another absent one; the user, if nobody does. */
function nextHere(absent: RoleName, here: readonly RoleName[], handsTo: Ways): Target {
  if (![...handsTo.values()].some((targets) => targets.includes(absent))) return "user";
  const seen = new Set<Target>([absent]);
  for (const at of seen) {
    if (at === "user" || here.includes(at)) return at;
    for (const next of handsTo.get(at) ?? []) seen.add(next);
  }
  return "user";
}
