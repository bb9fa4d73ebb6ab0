// Applies the stored theme before the first paint. `layout/theme.ts` writes it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, the system preference applies.
  }
})();
