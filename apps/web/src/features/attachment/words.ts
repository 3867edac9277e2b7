import { addWords } from "../../words/words.ts";
import { attachmentEn } from "./en.ts";

export const { t } = addWords("attachment", attachmentEn);
