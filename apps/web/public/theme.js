// Pins the saved theme before the first paint. A file of its own, because the page's CSP allows no inline script.
(() => {
  try {
    const saved = JSON.parse(localStorage.getItem("squadroom.preferences") || "{}").theme;
    if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
  } catch {
    // No storage: the system's theme is used.
  }
})();
