import { addWords } from "../../words/words.ts";
import { webhookEn } from "./en.ts";

export const { t } = addWords("webhook", webhookEn);
