import type { Json } from './http-client.ts'

/** An operation of the printed document, with everything that a request can hold written out: no `$ref` is left in it. */
export type PrintedOperation = {
  readonly path: string
  readonly method: string
  readonly operation: Json
  readonly parameters: readonly Json[]
  /** Of its JSON body; undefined when it takes none. */
  readonly schema: Json
}

export function operationsOf(document: Json): PrintedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      parameters: writtenOut(document, operation.parameters),
      schema: writtenOut(document, operation.requestBody?.content['application/json'].schema),
    })),
  )
}

function writtenOut(document: Json, node: Json): Json {
  if (Array.isArray(node)) return node.map((one) => writtenOut(document, one))
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') {
    const parts: string[] = node.$ref.slice(2).split('/')
    return writtenOut(
      document,
      parts.reduce((found: Json, name) => found[name], document),
    )
  }
  return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, writtenOut(document, one)]))
}
