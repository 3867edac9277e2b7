import { addWords } from "../../words/words.ts";
import { inboxEn } from "./en.ts";

addWords("inbox", inboxEn);
