/** A URL as somebody may see it whose it is not: without the name, the password and the values of a query, which may be secrets. */
export function shownUrl(url: string, isOwn: boolean): string {
  if (isOwn || !URL.canParse(url)) return url
  const shown = new URL(url)
  if (shown.username !== '' || shown.password !== '') {
    shown.username = ''
    shown.password = ''
  }
  for (const name of new Set(shown.searchParams.keys())) shown.searchParams.set(name, '***')
  return shown.toString() === `${url}/` ? url : shown.toString()
}
