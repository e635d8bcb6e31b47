import type { Environment } from '../../operations/caller.ts'
import { pageHeaders } from '../security-headers.ts'
import { html } from './html.ts'

/** Scalar without what leads away from the page: no fonts, proxies, telemetry, agents or developer tools of its own. */
const CONFIGURATION = {
  url: '/openapi.json',
  layout: 'modern',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'HTTP reference · Hotel distribution gateway' },
} as const

/**
 * The script that starts Scalar. The key for the requests that can be tried is in the page, which other sites cannot read; a script
 * they could run. In production nothing is tried from a browser: a key of it does not belong there.
 */
export function startScript(environment: Environment): string {
  const configuration = { ...CONFIGURATION, hideTestRequestButton: environment === 'production' }
  return `const configuration = ${JSON.stringify(configuration)}
const { key } = document.querySelector('#reference').dataset
const securitySchemes = key ? { apiKey: { name: 'x-api-key', in: 'header', value: key } } : {}
Scalar.createApiReference('#reference', { ...configuration, authentication: { preferredSecurityScheme: 'apiKey', securitySchemes } })
`
}

/** Scalar sets styles from its script. Nothing is loaded from, or sent to, anywhere else. */
export function referenceHeaders(): Readonly<Record<string, string>> {
  return pageHeaders("script-src 'self'; img-src 'self' data:; font-src 'self' data:", "'self' 'unsafe-inline'")
}

/** The HTTP reference, with requests to try; null: the reader types a key. */
export function referencePage(key: string | null): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>HTTP reference · Hotel distribution gateway</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css">
</head>
<body class="reference">
<header><a class="home" href="/">Hotel distribution gateway</a> <a href="/docs/quick-start">Guides</a></header>
<div id="reference" data-key="${key ?? ''}"></div>
<script src="/docs/assets/reference.js"></script>
<script src="/docs/assets/reference-start.js"></script>
</body>
</html>
`.text
}
