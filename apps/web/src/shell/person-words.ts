import { addWords } from "../words/words.ts";
import { personEn } from "./person-en.ts";

addWords("shell", personEn);
