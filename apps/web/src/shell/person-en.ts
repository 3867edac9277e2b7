/** Comes with the menu, which nobody opens before there is a screen. */
export const personEn = {
  person: {
    theme: "Theme",
    light: "Light",
    dark: "Dark",
    system: "System",
    singleKeys: "Single keys",
    singleKeysHint: "j, k, g r and so on. Ctrl and ⌘ combinations always work.",
    on: "On",
    off: "Off",
    password: "Set a password",
    changePassword: "Change the password",
    tokens: "Access tokens",
    signOut: "Sign out",
    signOutElsewhere: "Sign out everywhere else",
    signedOutElsewhere_zero: "You weren't signed in anywhere else.",
    signedOutElsewhere_one: "Signed out everywhere else: {{count}} sign-in ended.",
    signedOutElsewhere_other: "Signed out everywhere else: {{count}} sign-ins ended.",
  },
} as const;
