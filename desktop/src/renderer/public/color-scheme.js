// Runs before the first paint, so that a dark screen never flashes white. The value is the page's copy;
// the core's settings correct it as soon as they arrive.
(() => {
  const stored = localStorage.getItem('preferredTheme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = stored === 'light' || stored === 'dark' ? stored : systemIsDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
