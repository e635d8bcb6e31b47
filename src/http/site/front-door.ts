import type { Environment } from '../../operations/caller.ts'
import { type Html, html } from './html.ts'
import { shell, TITLE } from './layout.ts'
import type { Page } from './pages.ts'

type Door = {
  readonly environment: Environment
  /** The key of the local sandbox; null: it is not shown. */
  readonly key: string | null
}

/** A place in the sandbox's catalogue, as quick-start.md uses it. */
const FIRST_CALL = "curl -s 'http://127.0.0.1:4000/destinations/autocomplete?q=London'"

function firstCall(key: string | null): Html {
  const call = `${FIRST_CALL} -H "x-api-key: ${key ?? '$KEY'}"`
  return html`<pre tabindex="0" data-language="sh" data-origin="http://127.0.0.1:4000"><code>${call}</code></pre>`
}

const TASKS = [
  [
    'Make a first booking',
    'quick-start',
    'From a key to a confirmed booking and its verified webhook, in ten minutes.',
  ],
  ['Search hotels', 'search', 'A place or a hotel, at once from known prices or live from every supplier.'],
  ['Show rooms', 'streams', 'Room options as the suppliers answer, over server-sent events.'],
  ['Book and hold', 'booking-life', 'Once for each key, whatever the network does; every state and what it waits for.'],
  ['Cancel', 'cancelling', 'What it costs, to the minor unit, before anybody commits to it.'],
  [
    'Receive webhooks',
    'webhooks',
    'Signed, retried for a day, in the order of each booking, and sent again whenever you ask.',
  ],
] as const

/** The page at `/`: what this is, a first call to paste, and where to go on. */
export function frontDoor(pages: ReadonlyMap<string, Page>, { environment, key }: Door): string {
  const content = html`<h1>${TITLE}</h1>
<p class="lead">One API over many hotel suppliers: search, room streams, prebook, book, hold, cancel, signed webhooks.
The same operations over <a href="/docs/reference">HTTP/JSON</a> and <a href="/docs/graphql">GraphQL</a>.</p>
<p>This is the <strong>${environment}</strong> environment.
${
  key === null
    ? html`You need a key of it, which stays on your servers: <a href="/docs/authentication">authentication</a>.`
    : html`Its key, for this machine only: <code class="key">${key}</code>`
}</p>
${firstCall(key)}
<ul class="cards">
${TASKS.map(([title, name, text]) => html`<li><a href="/docs/${name}">${title}</a><p>${text}</p></li>`)}
</ul>
<h2>At hand</h2>
<ul>
<li><a href="/docs/reference">HTTP reference</a>: every operation${environment === 'sandbox' ? ', with requests to try' : ''}</li>
${environment === 'sandbox' ? html`<li><a href="/graphql">GraphiQL</a>: the GraphQL schema, with queries to try</li>` : null}
<li><a href="/docs/client">TypeScript client</a>, and <a href="/docs/other-languages">clients in other languages</a></li>
<li><a href="/docs/sandbox">The sandbox</a>: a hotel for everything that can happen, a clock to move, faults to cause</li>
<li><a href="/docs/errors">Errors</a>, <a href="/docs/limits">limits</a>, <a href="/docs/versions">versions</a>, <a href="/docs/changelog">changes</a> (<a href="/docs/changelog.xml">feed</a>)</li>
<li><a href="/llms.txt">llms.txt</a> and <a href="/llms-full.txt">llms-full.txt</a> for language models</li>
</ul>`
  return shell(pages, {
    title: TITLE,
    summary: 'One API over many hotel suppliers: search, room streams, prebook, book, hold, cancel, signed webhooks.',
    current: null,
    environment,
    content,
  })
}
