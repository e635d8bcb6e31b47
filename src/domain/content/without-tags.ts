/** Elements whose content is no text. */
const NO_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'object'])

/** What stands for a tag: most carry no meaning of their own. */
const STANDS_FOR: ReadonlyMap<string, string> = new Map([
  ...['p', 'div', 'ul', 'ol', 'table', 'section', 'article', 'header', 'footer', 'blockquote', 'dl', 'hr'].map(
    (name): [string, string] => [name, '\n\n'],
  ),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, string] => [name, '\n\n']),
  ...['br', 'tr', 'dt', 'dd'].map((name): [string, string] => [name, '\n']),
  ...['td', 'th'].map((name): [string, string] => [name, ' ']),
])

const BULLET = '\n• '
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)|<[!?/]/y

type Tag = { readonly end: number; readonly text: string }

/**
 * The text of HTML, with line ends where blocks end. It reads any text, in a time that grows with its length alone: what is no tag is
 * text, and what comes after an element that is never closed and carries no text is lost, as browsers do it.
 */
export function withoutTags(html: string): string {
  if (!html.includes('<')) return html
  const lower = html.toLowerCase()
  const lastClose = html.lastIndexOf('>')
  let text = ''
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    text += html.slice(at, open)
    const tag = open > lastClose ? null : tagAt(html, lower, open)
    text += tag?.text ?? '<'
    at = tag?.end ?? open + 1
  }
  return text + html.slice(at)
}

/** Null when no tag begins there. */
function tagAt(html: string, lower: string, open: number): Tag | null {
  if (html.startsWith('<!--', open)) return { end: behind(html, '-->', open), text: '' }
  TAG.lastIndex = open
  const found = TAG.exec(html)
  if (!found) return null
  const end = behind(html, '>', open)
  const name = found[2]?.toLowerCase()
  if (name === undefined) return { end, text: '' }
  const isClosing = found[1] === '/'
  if (!isClosing && NO_TEXT.has(name)) return { end: behind(html, '>', find(lower, `</${name}`, end)), text: ' ' }
  if (name === 'li') return { end, text: isClosing ? '' : BULLET }
  return { end, text: STANDS_FOR.get(name) ?? '' }
}

/** The index behind the next `what`; the end of the text when there is none. */
function behind(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at + what.length
}

function find(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at
}
