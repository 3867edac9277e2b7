import { addWords } from "../../words/words.ts";
import { errorEn } from "./en.ts";

export const { t } = addWords("error", errorEn);
