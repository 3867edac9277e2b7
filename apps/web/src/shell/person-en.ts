/** Comes with the menu, which nobody opens before there is a screen. */
export const personEn = {
  person: {
    theme: "Theme",
    light: "Light",
    dark: "Dark",
    system: "System",
    singleKeys: "Single keys",
    singleKeysHint: "j, k, g r and the like. Ctrl and ⌘ combinations always work.",
    on: "On",
    off: "Off",
    password: "Set a password",
    changePassword: "Change the password",
    signOut: "Sign out",
    signOutElsewhere: "Sign out everywhere else",
    signedOutElsewhere: "You are signed out everywhere else (sign-ins ended: {{n}}).",
  },
} as const;
