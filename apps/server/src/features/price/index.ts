export { knownModels, pricedUsage } from "./registry.ts";
export { priceRoutes } from "./routes.ts";
