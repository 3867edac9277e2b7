import { addWords } from "../../words/words.ts";
import { wisdomEn } from "./en.ts";

export const { t } = addWords("wisdom", wisdomEn);
