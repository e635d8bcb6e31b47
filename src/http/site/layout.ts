import type { Environment } from '../../operations/caller.ts'
import { type Html, html } from './html.ts'
import type { Heading } from './markdown.ts'
import { GROUPS, type Page } from './pages.ts'

export const TITLE = 'Hotel distribution gateway'

type Shell = {
  readonly title: string
  readonly summary: string
  /** The name of the page that is open; null on pages that are not in the navigation. */
  readonly current: string | null
  readonly environment: Environment
  readonly content: Html
  readonly headings?: readonly Heading[]
}

function link(page: Page, current: string | null): Html {
  const here = page.name === current ? html` aria-current="page"` : null
  return html`<li><a href="/docs/${page.name}"${here}>${page.title}</a></li>`
}

function navigation(pages: ReadonlyMap<string, Page>, { current, environment }: Shell): Html {
  return html`<nav aria-label="Documentation">
${GROUPS.map(
  ({ title, pages: names }) =>
    html`<h2>${title}</h2><ul>${names.map((name) => {
      const page = pages.get(name)
      return page ? link(page, current) : null
    })}</ul>`,
)}
<h2>Reference</h2><ul>
<li><a href="/docs/reference">HTTP reference</a></li>
${environment === 'sandbox' ? html`<li><a href="/graphql">GraphiQL</a></li>` : null}
<li><a href="/openapi.json">openapi.json</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
</ul>
</nav>`
}

function contents(headings: readonly Heading[]): Html | null {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 3) return null
  return html`<aside aria-label="On this page"><h2>On this page</h2><ul>
${shown.map(({ id, level, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
</ul></aside>`
}

/** A page with the site's frame around it. It works without scripts; with them it has search, copying and a menu on small screens. */
export function shell(pages: ReadonlyMap<string, Page>, page: Shell): string {
  const { title, summary, content, headings = [] } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<title>${title === TITLE ? TITLE : `${title} · ${TITLE}`}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css">
<link rel="alternate" type="application/atom+xml" title="Changes" href="/docs/changelog.xml">
<script type="module" src="/docs/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="/">${TITLE}</a>
<button class="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button>
<form class="search" role="search">
<label for="search">Search</label>
<input id="search" name="q" type="search" placeholder="Search the documentation" autocomplete="off">
<div id="results" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</form>
</header>
<div class="frame">
<div id="navigation">${navigation(pages, page)}</div>
<main id="content" tabindex="-1">
${content}
</main>
${contents(headings)}
</div>
</body>
</html>
`.text
}
