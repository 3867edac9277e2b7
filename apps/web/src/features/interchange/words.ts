import { addWords } from "../../words/words.ts";
import { interchangeEn } from "./en.ts";

export const { t } = addWords("interchange", interchangeEn);
