import { refName, type Schema } from './document.ts'
import { type Html, html, prose } from './html.ts'

function link(ref: string): Html {
  return html`<a href="#schema-${refName(ref)}">${refName(ref)}</a>`
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`
}

/** The type of a schema in a few words, with links on names. */
function typeOf(schema: Schema): Html {
  if (schema.$ref) return link(schema.$ref)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return joined(variants.map(typeOf), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return joined(
      schema.enum.map((one) => html`<code>${String(one)}</code>`),
      ', ',
    )
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return html`map to ${typeOf(schema.additionalProperties)}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type
  return html`${String(schema.format ?? type ?? 'anything')}`
}

function range(what: string, from: number | undefined, to: number | undefined): string | null {
  const low = from === Number.MIN_SAFE_INTEGER ? undefined : from
  const high = to === Number.MAX_SAFE_INTEGER ? undefined : to
  if (low === undefined && high === undefined) return null
  if (low === undefined) return `${what}at most ${high}`
  return high === undefined ? `${what}at least ${low}` : `${what}${low} to ${high}`
}

function limitsOf(schema: Schema): string {
  return [
    range('', schema.minimum, schema.maximum),
    range('characters: ', schema.minLength, schema.maxLength),
    range('items: ', schema.minItems, schema.maxItems),
    schema.pattern && !schema.format ? `like ${schema.pattern}` : null,
  ]
    .filter((one) => one !== null)
    .join('; ')
}

/** The unnamed object schemas inside a schema, including those in lists and alternatives. */
function nestedOf(schema: Schema): readonly Schema[] {
  if (schema.properties) return [schema]
  if (schema.items) return nestedOf(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(nestedOf)
}

/** The names that a schema refers to; each can be expanded in place. */
function refsOf(schema: Schema): readonly string[] {
  if (schema.$ref) return [refName(schema.$ref)]
  if (schema.items) return refsOf(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(refsOf)
}

/** A reference to a named schema. The page's script expands it in place; without a script, only its link works. */
function opener(name: string): Html {
  return html`<details class="ref" data-schema="${name}"><summary>fields of ${name}</summary></details>`
}

export function typeCell(schema: Schema): Html {
  const limits = limitsOf(schema)
  return html`${typeOf(schema)}${limits ? html`<br><small>${limits}</small>` : null}`
}

/** A table row for a field; the schemas that it contains follow below it at full width. */
function row(name: string, schema: Schema, isRequired: boolean): Html {
  const inner = [...refsOf(schema).map(opener), ...nestedOf(schema).map((one) => objectTable(one))]
  return html`<tr>
<th scope="row"><code>${name}</code>${isRequired ? null : html` <small>optional</small>`}</th>
<td>${typeCell(schema)}</td>
<td>${schema.description ? prose(schema.description) : null}</td>
</tr>${inner.length > 0 ? html`<tr class="inner"><td colspan="3">${inner}</td></tr>` : null}`
}

function objectTable({ properties = {}, required = [] }: Schema): Html {
  return html`<table class="fields"><thead>
<tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))}
</tbody></table>`
}

/** Renders a schema as a table of its fields. */
export function schemaTable(schema: Schema): Html {
  return schema.properties ? objectTable(schema) : html`<p>${typeCell(schema)}</p>${refsOf(schema).map(opener)}`
}
