/**
 * A URL as somebody may see it whose it is not: without the name, the password, the values of a query, and what stands there without one,
 * which may be secrets.
 */
export function shownUrl(url: string, isOwn: boolean): string {
  if (isOwn || !URL.canParse(url)) return url
  const shown = new URL(url)
  if (shown.username !== '' || shown.password !== '') {
    shown.username = ''
    shown.password = ''
  }
  const pairs = [...shown.searchParams].map(([name, value]) =>
    value === '' ? '***' : `${encodeURIComponent(name)}=***`,
  )
  shown.search = [...new Set(pairs)].join('&')
  shown.hash = ''
  return shown.toString() === `${url}/` ? url : shown.toString()
}
