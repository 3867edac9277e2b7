import { addWords } from "../../words/words.ts";
import { usageEn } from "./en.ts";

export const { t } = addWords("usage", usageEn);
