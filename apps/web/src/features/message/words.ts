import { addWords } from "../../words/words.ts";
import { messageEn } from "./en.ts";

addWords("message", messageEn);
