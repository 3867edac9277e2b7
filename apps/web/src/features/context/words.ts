import { addWords } from "../../words/words.ts";
import { contextEn } from "./en.ts";

export const { t } = addWords("context", contextEn);
