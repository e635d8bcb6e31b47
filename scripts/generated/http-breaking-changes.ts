/**
 * What a partner's code could break on between two OpenAPI documents of ours, in words. Of what a client sends, nothing that was taken
 * may be refused; of what it gets, nothing that was promised may be missing or of another type. Fields and values may be added.
 */

type Json = Readonly<Record<string, unknown>>

/** The document that partners have: only `npm run release:schema` replaces it. */
export const RELEASED_OPENAPI = 'openapi.released.json'

function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function fieldsOf(value: unknown): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(isJson(value) ? value : {}).filter((entry): entry is [string, Json] => isJson(entry[1])),
  )
}

/** A schema with what is behind its `$ref`. */
function resolved(document: Json, schema: Json): Json {
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string') return schema
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (isJson(part) ? part[key.replace(/~1/g, '/')] : undefined), document)
  return isJson(target) ? { ...resolved(document, target), ...own } : own
}

/** Both documents; `sent` is what clients send, the rest is what they get. */
type Both = { readonly before: Json; readonly after: Json; readonly sent: boolean }

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function typesOf(document: Json, schema: Json): ReadonlySet<string> {
  const { type, anyOf, oneOf, const: fixed, enum: values } = schema
  const members = [...listOf(anyOf), ...listOf(oneOf)].filter(isJson)
  if (members.length > 0) return new Set(members.flatMap((one) => [...typesOf(document, resolved(document, one))]))
  if (typeof type === 'string') return new Set([type])
  if (Array.isArray(type)) return new Set(type.map(String))
  const sample = fixed ?? listOf(values)[0]
  return new Set(sample === undefined ? [] : [typeof sample])
}

/** The object of a schema that may also be null. */
function objectOf(document: Json, schema: Json): Json {
  const members = listOf(schema['anyOf']).filter(isJson).map((one) => resolved(document, one))
  return members.find((one) => isJson(one['properties']) || isJson(one['items'])) ?? schema
}

/** A part of both documents: where it stands, what it was and what it is. */
type Pair = { readonly place: string; readonly was: Json; readonly is: Json }

/** `seen` are the schemas above, by their references: schemas may contain themselves. */
type Context = Both & { readonly seen?: ReadonlySet<string> }

function* inSchemas({ place, was: old, is: now }: Pair, context: Context): Generator<string> {
  const { before, after, seen = new Set<string>() } = context
  const name = JSON.stringify([old['$ref'], now['$ref']])
  if (old['$ref'] !== undefined && seen.has(name)) return
  const [was, is] = [resolved(before, old), resolved(after, now)]
  yield* inTypes({ place, was, is }, context)
  const [wasObject, isObject] = [objectOf(before, was), objectOf(after, is)]
  const deeper = { ...context, seen: new Set([...seen, name]) }
  yield* inProperties({ place, was: wasObject, is: isObject }, deeper)
  if (isJson(wasObject['items']) && isJson(isObject['items']))
    yield* inSchemas({ place: `${place}[]`, was: wasObject['items'], is: isObject['items'] }, deeper)
}

function* inTypes({ place, was, is }: Pair, { before, after, sent }: Both): Generator<string> {
  const [old, now] = [typesOf(before, was), typesOf(after, is)]
  const [promised, given] = sent ? [old, now] : [now, old]
  const missing = [...promised].filter((type) => given.size > 0 && !given.has(type) && !isWidened(type, given))
  if (missing.length > 0) yield `${place} ${sent ? 'no longer takes' : 'may now be'} ${missing.join(', ')}`
  const values = listOf(is['enum'])
  const gone = listOf(was['enum']).filter((value) => !values.includes(value))
  if (sent && values.length > 0 && gone.length > 0) yield `${place} no longer takes ${gone.join(', ')}`
}

function isWidened(type: string, given: ReadonlySet<string>): boolean {
  return type === 'integer' && given.has('number')
}

function* inProperties({ place, was, is }: Pair, context: Context): Generator<string> {
  const [old, now] = [fieldsOf(was['properties']), fieldsOf(is['properties'])]
  const [wasRequired, isRequired] = [listOf(was['required']), listOf(is['required'])]
  for (const [name, schema] of Object.entries(old)) {
    const field = `${place}.${name}`
    const current = now[name]
    if (!current) yield `${field} is gone`
    else yield* inSchemas({ place: field, was: schema, is: current }, context)
    if (!context.sent && current && wasRequired.includes(name) && !isRequired.includes(name))
      yield `${field} may now be absent`
  }
  if (!context.sent) return
  for (const name of isRequired) if (!wasRequired.includes(name)) yield `${place}.${String(name)} is now required`
}

function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const all = listOf(operation['parameters'])
    .filter(isJson)
    .map((one) => resolved(document, one))
  return new Map(all.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]))
}

function* inParameters({ place, was, is }: Pair, both: Both): Generator<string> {
  const [old, now] = [parametersOf(both.before, was), parametersOf(both.after, is)]
  for (const [name, parameter] of old) {
    const current = now.get(name)
    const [schema, today] = [fieldsOf(parameter)['schema'] ?? {}, fieldsOf(current)['schema'] ?? {}]
    if (current) yield* inSchemas({ place: `${place}: ${name}`, was: schema, is: today }, both)
    else yield `${place}: ${name} is gone`
  }
  for (const [name, parameter] of now)
    if (parameter['required'] === true && old.get(name)?.['required'] !== true)
      yield `${place}: ${name} is now required`
}

function bodyOf(holder: unknown): Json | null {
  const content = fieldsOf(isJson(holder) ? holder['content'] : {})
  return fieldsOf(content['application/json'])['schema'] ?? null
}

type Documents = Pick<Both, 'before' | 'after'>

function* inOperation({ place, was, is }: Pair, documents: Documents): Generator<string> {
  yield* inParameters({ place, was, is }, { ...documents, sent: true })
  const [oldBody, newBody] = [bodyOf(was['requestBody']), bodyOf(is['requestBody'])]
  if (oldBody && !newBody) yield `${place}: takes no body any more`
  if (oldBody && newBody)
    yield* inSchemas({ place: `${place} body`, was: oldBody, is: newBody }, { ...documents, sent: true })
  for (const [status, answer] of Object.entries(fieldsOf(was['responses']))) {
    if (!status.startsWith('2')) continue
    const now = fieldsOf(is['responses'])[status]
    if (!now) yield `${place}: no longer answers ${status}`
    const [old, current] = [bodyOf(answer), bodyOf(now)]
    if (old && current)
      yield* inSchemas({ place: `${place} ${status}`, was: old, is: current }, { ...documents, sent: false })
  }
}

function webhookBody(webhook: unknown): Json | null {
  return bodyOf(fieldsOf(fieldsOf(webhook)['post'])['requestBody'])
}

/** What breaks in `after` of what `before` promised; none when it only grew. */
export function httpBreakingChanges(before: Json, after: Json): string[] {
  const found: string[] = []
  for (const [path, methods] of Object.entries(fieldsOf(before['paths'])))
    for (const [method, operation] of Object.entries(fieldsOf(methods))) {
      const place = `${method.toUpperCase()} ${path}`
      const now = fieldsOf(fieldsOf(after['paths'])[path])[method]
      if (now) found.push(...inOperation({ place, was: operation, is: now }, { before, after }))
      else found.push(`${place} is gone`)
    }
  for (const [type, webhook] of Object.entries(fieldsOf(before['webhooks']))) {
    const [old, now] = [webhook, fieldsOf(after['webhooks'])[type]].map(webhookBody)
    if (old && now)
      found.push(...inSchemas({ place: `webhook ${type}`, was: old, is: now }, { before, after, sent: false }))
    else if (old) found.push(`webhook ${type} is gone`)
  }
  return found
}
