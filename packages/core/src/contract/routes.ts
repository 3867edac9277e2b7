import * as agent from "../agent/contract.ts";
import * as artifact from "../artifact/contract.ts";
import * as decision from "../asking/contract.ts";
import * as attachment from "../attachment/contract.ts";
import * as audit from "../audit/contract.ts";
import * as backlog from "../backlog/contract.ts";
import * as branch from "../branch/contract.ts";
import * as budget from "../budget/contract.ts";
import * as comment from "../comment/contract.ts";
import * as context from "../context/contract.ts";
import * as credential from "../credential/contract.ts";
import * as delivery from "../delivery/contract.ts";
import * as error from "../error/contract.ts";
import * as fanout from "../fanout/contract.ts";
import * as grounds from "../grounds/contract.ts";
import * as handoff from "../handoff/contract.ts";
import * as history from "../history/contract.ts";
import * as inbox from "../inbox/contract.ts";
import * as interchange from "../interchange/contract.ts";
import * as lock from "../lock/contract.ts";
import * as mail from "../mail/contract.ts";
import * as message from "../message/contract.ts";
import * as metrics from "../metrics/contract.ts";
import * as people from "../people/contract.ts";
import * as oidc from "../people/oidc-contract.ts";
import * as accessTokens from "../people/token-contract.ts";
import * as pipeline from "../pipeline/contract.ts";
import * as policy from "../policy/contract.ts";
import * as price from "../price/contract.ts";
import * as replay from "../replay/contract.ts";
import * as report from "../report/contract.ts";
import * as retention from "../retention/contract.ts";
import * as room from "../room/contract.ts";
import * as routing from "../routing/contract.ts";
import * as run from "../run/contract.ts";
import * as runner from "../run/runner-contract.ts";
import * as scout from "../scout/contract.ts";
import * as search from "../search/contract.ts";
import * as session from "../session/contract.ts";
import * as gate from "../session/gate/contract.ts";
import * as revision from "../session/pipeline/contract.ts";
import * as sessionSteering from "../session/steering-contract.ts";
import * as squadFolder from "../squad-folder/contract.ts";
import * as task from "../task/contract.ts";
import * as steering from "../task/steering/contract.ts";
import * as team from "../team/contract.ts";
import * as timeline from "../timeline/contract.ts";
import * as usage from "../usage/contract.ts";
import * as webhook from "../webhook/contract.ts";
import * as wisdom from "../wisdom/contract.ts";

/** What each feature exports of its contract: its routes, and the schemas that have names. */
export const contracts = {
  ...agent,
  ...decision,
  ...artifact,
  ...attachment,
  ...audit,
  ...backlog,
  ...branch,
  ...budget,
  ...comment,
  ...context,
  ...credential,
  ...delivery,
  ...fanout,
  ...grounds,
  ...handoff,
  ...history,
  ...inbox,
  ...interchange,
  ...mail,
  ...message,
  ...metrics,
  ...people,
  ...accessTokens,
  ...oidc,
  ...pipeline,
  ...policy,
  ...price,
  ...replay,
  ...report,
  ...retention,
  ...room,
  ...routing,
  ...run,
  ...runner,
  ...scout,
  ...search,
  ...session,
  ...sessionSteering,
  ...gate,
  ...revision,
  ...squadFolder,
  ...task,
  ...steering,
  ...team,
  ...timeline,
  ...usage,
  ...webhook,
  ...wisdom,
  ...lock,
  ...error,
};

/** Every route of the API: the server mounts them all, the client and the documents come from them. */
export type Routes = {
  readonly [Id in keyof typeof contracts as (typeof contracts)[Id] extends { method: string }
    ? Id
    : never]: (typeof contracts)[Id];
};
export type RouteId = keyof Routes;

export const routes = Object.fromEntries(
  Object.entries<unknown>(contracts).flatMap(([id, one]) => (isRoute(one) ? [[id, Object.assign(one, { id })]] : [])),
) as Routes;

function isRoute(one: unknown): one is object {
  return typeof one === "object" && one !== null && "method" in one && "path" in one;
}
