import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './http-client.ts'

export type CollectedSpan = {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly isError: boolean
}

export type Collector = {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Everything as it came, to look for what must not be in it. */
  readonly bodies: readonly string[]
  readonly close: () => Promise<void>
}

function valueOf({ stringValue, intValue, boolValue, doubleValue }: Json): string | number | boolean {
  return stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue) : Number(intValue))
}

function attributesOf(attributes: readonly Json[] = []): CollectedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]))
}

function spansOf(body: Json): CollectedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }: Json) => ({
        service: attributesOf(resource.attributes)['service.name'],
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind,
        attributes: attributesOf(attributes),
        isError: status?.code === 2,
      })),
    ),
  )
}

/** A collector that takes OTLP over HTTP as JSON. `answers` false: it takes everything and never says a word. */
export async function startCollector(answers = true): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      bodies.push(body)
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)))
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
