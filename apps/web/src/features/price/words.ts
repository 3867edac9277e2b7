import { addWords } from "../../words/words.ts";
import { priceEn } from "./en.ts";

addWords("price", priceEn);
