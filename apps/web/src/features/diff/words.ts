import { addWords } from "../../words/words.ts";
import { diffEn } from "./en.ts";

export const { t } = addWords("diff", diffEn);
