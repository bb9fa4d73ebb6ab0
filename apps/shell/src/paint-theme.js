// Before anything is painted: the theme chosen last time. `layout/theme.ts` keeps it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's wish decides.
  }
})();
