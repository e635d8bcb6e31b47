import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApi } from './docs/document.ts'
import { type Html, html, Html as Raw } from './docs/html.ts'
import { errorSection, operationSection, type Placed, schemaSection } from './docs/sections.ts'
import { ERROR_CODES } from './openapi/errors.ts'
import { pageHeaders } from './security-headers.ts'

function fileOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'docs', name), 'utf8')
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const STYLE = fileOf('page.css')
const SCRIPT = fileOf('page.js')

/** Only the page's own script may run, and nothing is loaded from other origins. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = pageHeaders(
  `script-src ${sourceOf(SCRIPT)}`,
  sourceOf(STYLE),
)

function item(id: string, label: Html | string, title = ''): Html {
  return html`<li><a href="#${id}" title="${title}">${label}</a></li>`
}

function contents(groups: ReadonlyMap<string, readonly Placed[]>, schemas: readonly string[]): Html {
  return html`<nav aria-label="Contents">
<label for="filter">Find</label> <input id="filter" type="search" autocomplete="off">
${[...groups].map(
  ([tag, placed]) =>
    html`<h2>${tag}</h2><ul>${placed.map(({ method, path, operation }) => item(operation.operationId, html`<b class="method ${method}">${method.toUpperCase()}</b>${operation.operationId}`, path))}</ul>`,
)}
<h2>Errors</h2><ul>${ERROR_CODES.map((code) => item(code.toLowerCase(), code))}</ul>
<h2>Schemas</h2><ul>${schemas.map((name) => item(`schema-${name}`, name))}</ul>
</nav>`
}

function isError(name: string): boolean {
  return name.endsWith('Error')
}

/** Renders the reference page: the whole OpenAPI document as HTML. */
export function docsPage(document: unknown): string {
  // openapi.ts made the document; this type has only the parts that the page reads.
  const api = document as OpenApi
  const placed = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  )
  const groups = Map.groupBy(placed, ({ operation }) => operation.tags[0] ?? '')
  const schemas = Object.entries(api.components.schemas).filter(([name]) => !isError(name))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.info.title}: API reference</title>
<style>${new Raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
${contents(
  groups,
  schemas.map(([name]) => name),
)}
<main id="content">
<h1>${api.info.title}</h1>
<p>${api.info.description}</p>
<p>Every request carries <code>x-api-key</code>. The same operations are on <code>/graphql</code>. This page is made from
<a href="/openapi.json">/openapi.json</a>. In the examples <code>URL</code> and <code>KEY</code> are yours.</p>
${[...groups].map(([tag, all]) => html`<h2>${tag}</h2>${all.map((one) => operationSection(api, one))}`)}
<h2>Errors</h2>
<p>Branch on <code>code</code>; a <code>message</code> is for logs. With <code>Accept: application/problem+json</code> an
error is an RFC 9457 document whose <code>type</code> is its place on this page.</p>
${ERROR_CODES.map((code) => errorSection(api, code))}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema))}
</main>
<script>${new Raw(SCRIPT)}</script>
</body>
</html>
`.text
}
