import { addWords } from "../../words/words.ts";
import { accessEn } from "./en.ts";

export const { t } = addWords("access", accessEn);
