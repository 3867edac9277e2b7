import type { FellBack, ModelHow } from "./model.ts";

/**
 * The run goes on with the next model of its chain; what it left is kept, with why. Back at the first, it has left
 * nothing.
 */
export function fellBackTo(
  before: { model: string | null; modelHow?: ModelHow },
  model: string | null,
  from: FellBack,
): { model: string | null; modelHow: ModelHow } {
  const { fallbacks = [], fellBackFrom = [], ...how } = before.modelHow ?? {};
  const wanted = how.wanted ?? before.model;
  const chain = [...new Set([...fellBackFrom.map((one) => one.model), from.model, ...fallbacks])];
  return {
    model,
    modelHow: {
      ...how,
      ...(wanted === null ? {} : { wanted }),
      // What a harness has by its own settings, nothing follows.
      fallbacks: chain.includes(model) ? chain.slice(chain.indexOf(model) + 1) : [],
      fellBackFrom: model === chain[0] ? [] : [...fellBackFrom, from],
    },
  };
}
