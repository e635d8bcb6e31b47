// Runs before the first paint, so that a dark page does not flash white. The policy of the page allows no inline script.
;(() => {
  const kept = window.localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
})()
