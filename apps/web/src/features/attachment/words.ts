import { addWords } from "../../words/words.ts";
import { attachmentEn } from "./en.ts";

addWords("attachment", attachmentEn);
