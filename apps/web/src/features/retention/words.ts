import { addWords } from "../../words/words.ts";
import { retentionEn } from "./en.ts";

addWords("retention", retentionEn);
