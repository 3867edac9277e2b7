import { addWords } from "../../words/words.ts";
import { fanoutEn } from "./en.ts";

export const { t, say } = addWords("fanout", fanoutEn);
