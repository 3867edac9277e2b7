export const notificationEn = {
  title: "Notifications",
  hint: "On this browser, when a decision or question waits for you and no Squadroom page is in sight.",
  denied: "The browser blocks them for this site; allow them in its settings for the site.",
  on: "On",
  off: "Off",
  many_one: "{{count}} thing needs you",
  many_other: "{{count}} things need you",
  inRoom: "in {{room}}",
  asks: "{{name}} asks: {{question}}",
} as const;
