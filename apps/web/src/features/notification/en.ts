export const notificationEn = {
  title: "Notifications",
  hint: "In this browser, when a decision or question needs you and no Squadroom tab is visible.",
  denied: "Your browser blocks notifications from this site. Allow them in its site settings.",
  on: "On",
  off: "Off",
  many_one: "{{count}} thing needs you",
  many_other: "{{count}} things need you",
  inRoom: "in {{room}}",
  asks: "{{name}} asks: {{question}}",
} as const;
