import { lazy } from "react";

/** Its words come with it. */
export const PricesSection = lazy(() =>
  import("./prices-section.tsx").then(({ PricesSection }) => ({ default: PricesSection })),
);
