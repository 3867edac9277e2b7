import type { FellBack, ModelHow } from "./model.ts";

/**
 * The run continues with the next model of its chain; the model that it left is kept, with why. Back at the first, it
 * has left none.
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
      // Nothing follows a model that a harness has by its own settings.
      fallbacks: chain.includes(model) ? chain.slice(chain.indexOf(model) + 1) : [],
      fellBackFrom: model === chain[0] ? [] : [...fellBackFrom, from],
    },
  };
}
