import { ERRORS, type ErrorCode } from '../../domain/errors.ts'
import { errorName } from '../openapi/errors.ts'
import {
  type Answer,
  answerOf,
  type Media,
  type OpenApi,
  type Operation,
  type Parameter,
  parameterOf,
  refName,
  type Schema,
} from './document.ts'
import { type Html, html, prose } from './html.ts'
import { schemaTable, typeCell } from './schema-table.ts'

export type Placed = { readonly path: string; readonly method: string; readonly operation: Operation }

function block(text: string): Html {
  return html`<div class="copyable"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${text}</code></pre></div>`
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function isParameter(parameter: Parameter | undefined): parameter is Parameter {
  return parameter !== undefined
}

/** The request as a curl command to paste; the reader fills in `URL` and `KEY`. */
function curlOf({ path, method, operation }: Placed, parameters: readonly Parameter[]): string {
  function given(place: string): readonly Parameter[] {
    return parameters.filter((one) => one.in === place && one.example !== undefined)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given('path').find((one) => one.name === name)?.example ?? name),
  )
  const query = given('query').map(({ name, example }) => `${name}=${encodeURIComponent(example ?? '')}`)
  const body = operation.requestBody?.content['application/json']?.examples?.['request']?.value
  const isStream =
    operation.responses['200'] !== undefined &&
    'content' in operation.responses['200'] &&
    operation.responses['200'].content?.['text/event-stream'] !== undefined
  return [
    `curl ${isStream ? '-N' : '-s'}${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$URL${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    '-H "x-api-key: $KEY"',
    ...given('header').map(({ name, example }) => `-H '${name}: ${example ?? ''}'`),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${pretty(body).replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ')
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return html`<h4>Parameters</h4><table class="fields"><thead>
<tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${parameters.map(
  (one) => html`<tr><th scope="row"><code>${one.name}</code>${one.required ? null : html` <small>optional</small>`}</th>
<td>${one.in}</td><td>${typeCell(one.schema)}</td><td>${one.description ? prose(one.description) : null}</td></tr>`,
)}
</tbody></table>`
}

function answerSection(status: string, { content = {}, description }: Answer): Html {
  const [[type, media] = []] = Object.entries(content)
  if (!type || !media) return html`<h4>Answer ${status}</h4><p>${description}.</p>`
  const events = Object.entries(media['x-events'] ?? {})
  return html`<h4>Answer ${status} <small>${type}</small></h4>
${events.length > 0 ? prose(media.schema.description ?? '') : schemaTable(media.schema)}
${events.map(([name, schema]) => html`<h5><code>${name}</code></h5>${schemaTable(schema)}`)}
<h5>Example</h5>${block(media.example ?? pretty(Object.values(media.examples ?? {})[0]?.value))}`
}

function codesOf(api: OpenApi, { content = {} }: Answer): readonly string[] {
  const schema: Schema = content['application/json']?.schema ?? {}
  return (schema.oneOf ?? [schema]).flatMap(({ $ref }) => {
    const code = $ref && api.components.schemas[refName($ref)]?.properties?.['code']?.const
    return typeof code === 'string' ? [code] : []
  })
}

function codeLink(code: string): Html {
  return html`<a href="#${code.toLowerCase()}"><code>${code}</code></a>`
}

function errorTable(api: OpenApi, errors: readonly (readonly [string, Answer])[]): Html {
  return html`<h4>Errors</h4>
<table><thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>
${errors.map(
  ([status, answer]) =>
    html`<tr><th scope="row">${status}</th><td>${codesOf(api, answer).map((code) => html`${codeLink(code)} `)}</td></tr>`,
)}
</tbody></table>`
}

function bodySection(media: Media | undefined, isRequired: boolean): Html | null {
  return media
    ? html`<h4>Body ${isRequired ? null : html`<small>optional</small>`}</h4>${schemaTable(media.schema)}`
    : null
}

export function operationSection(api: OpenApi, placed: Placed): Html {
  const { path, method, operation } = placed
  const parameters = operation.parameters.map((one) => parameterOf(api, one)).filter(isParameter)
  const answers = Object.entries(operation.responses).flatMap(([status, given]) => {
    const answer = answerOf(api, given)
    return answer ? [[status, answer] as const] : []
  })
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 id="${operation.operationId}-title"><a href="#${operation.operationId}"><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code></a>${operation.deprecated ? html` <em class="deprecated">deprecated</em>` : null}</h3>
<p>${operation.summary}. <small>${prose(operation.description)}</small></p>
${parameterTable(parameters)}
${bodySection(operation.requestBody?.content['application/json'], operation.requestBody?.required ?? false)}
<h4>Example request</h4>${block(curlOf(placed, parameters))}
${answers.filter(([status]) => Number(status) < 400).map(([status, answer]) => answerSection(status, answer))}
${errorTable(
  api,
  answers.filter(([status]) => Number(status) >= 400),
)}
</section>`
}

export function errorSection(api: OpenApi, code: ErrorCode): Html {
  const { status, title, advice, retryable } = ERRORS[code]
  const details = api.components.schemas[errorName(code)]?.properties?.['details']
  const hasDetails = Object.keys(details?.properties ?? {}).length > 0
  return html`<section class="error" id="${code.toLowerCase()}" aria-labelledby="${code.toLowerCase()}-title">
<h3 id="${code.toLowerCase()}-title"><a href="#${code.toLowerCase()}"><code>${code}</code></a> <small>${status}</small></h3>
<p>${title}. ${advice} ${retryable ? 'The same request may succeed later.' : 'The same request will fail again.'}</p>
${details && hasDetails ? html`<h4>details</h4>${schemaTable(details)}` : null}
<h4>Example</h4>${block(pretty(api.components.examples[errorName(code)]?.value))}
</section>`
}

export function schemaSection(name: string, schema: Schema): Html {
  return html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title"><a href="#schema-${name}">${name}</a></h3>
${schema.description ? html`<p>${prose(schema.description)}</p>` : null}
${schemaTable(schema)}
</section>`
}
