// Runs before the first paint, so that the page does not flash in the wrong theme.
try {
  // A page that embeds a shared one may ask for a theme.
  const asked = location.pathname.startsWith('/s/') ? new URLSearchParams(location.search).get('theme') : null;
  const theme = asked ?? localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system theme applies.
}
