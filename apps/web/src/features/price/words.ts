import { addWords } from "../../words/words.ts";
import { priceEn } from "./en.ts";

export const { t } = addWords("price", priceEn);
