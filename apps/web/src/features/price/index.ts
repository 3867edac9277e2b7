import { pieceOf } from "../../ui/piece.tsx";

/** Its words are loaded with it. */
export const PricesSection = pieceOf(() => import("./prices-section.tsx").then(({ PricesSection }) => PricesSection));
