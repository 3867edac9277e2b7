import { addWords } from "../../words/words.ts";
import { roomEn } from "./en.ts";
import { turnEn } from "./turn-en.ts";

addWords("room", { ...roomEn, ...turnEn });
