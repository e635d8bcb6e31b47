import { html } from './html.ts'
import { idOf } from './markdown.ts'
import type { Page } from './pages.ts'

/** An entry of the changelog: `## 2026-11-23: What has changed`, and its text. */
type Entry = { readonly date: string; readonly title: string; readonly text: string; readonly id: string }

/**
 * What ids begin with (RFC 4151). A reader that follows the feed over two names of the service, or after it has moved, knows each
 * entry again; links are relative to where the feed was read.
 */
const TAG = 'tag:hotel-distribution-gateway.example,2026:changelog'

function entriesOf(changelog: Page | undefined): Entry[] {
  return (changelog?.markdown ?? '')
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n')
      const [, date, title] = /^(\d{4}-\d{2}-\d{2}): (.+)$/.exec(heading) ?? []
      return date && title ? [{ date, title, text: lines.join('\n').trim(), id: idOf(heading) }] : []
    })
}

/** The changelog as an Atom feed (RFC 4287), the same whoever asks for it. */
export function atomFeed(pages: ReadonlyMap<string, Page>): string {
  const entries = entriesOf(pages.get('changelog'))
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Hotel distribution gateway: changes</title>
<id>${TAG}</id>
<link rel="self" href="/docs/changelog.xml"/>
<link href="/docs/changelog"/>
<updated>${entries[0]?.date ?? '2026-11-23'}T00:00:00Z</updated>
<author><name>Hotel distribution gateway</name></author>
${entries.map(
  ({ date, title, text, id }) => html`<entry>
<title>${title}</title>
<id>${TAG}/${id}</id>
<link href="/docs/changelog#${id}"/>
<updated>${date}T00:00:00Z</updated>
<content type="text">${text}</content>
</entry>
`,
)}</feed>
`.text
}
