import { addWords } from "../../words/words.ts";
import { webhookEn } from "./en.ts";

addWords("webhook", webhookEn);
