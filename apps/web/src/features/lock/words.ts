import { addWords } from "../../words/words.ts";
import { lockEn } from "./en.ts";

addWords("lock", lockEn);
