import { pieceOf } from "../../ui/piece.tsx";

/** Its words come with it. */
export const PricesSection = pieceOf(() => import("./prices-section.tsx").then(({ PricesSection }) => PricesSection));
