import { addWords } from "../../words/words.ts";
import { retentionEn } from "./en.ts";

export const { t } = addWords("retention", retentionEn);
