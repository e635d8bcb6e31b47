import { setTimeout as sleep } from 'node:timers/promises'
import { createOpenFile } from '../../src/suppliers/content/download.ts'
import {
  type ContentCall,
  ContentError,
  type ContentItem,
  type ContentMark,
  type ContentPass,
} from '../../src/suppliers/content-source.ts'
import { createSupplierFetch } from '../../src/suppliers/fetch.ts'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import { callTo } from './suppliers/call.ts'

type Hotel = Extract<ContentItem, { type: 'HOTEL' }>
type Faulty = Extract<ContentItem, { type: 'FAULTY' }>

export type ReadPass = {
  readonly hotels: readonly Hotel[]
  readonly faulty: readonly Faulty[]
  readonly ended: readonly string[]
  readonly marks: readonly Extract<ContentItem, { type: 'MARK' }>[]
  readonly isUnchanged: boolean
  /** Why the pass did not come to its end. */
  readonly error: ContentError | null
}

type Reader = {
  readonly code: string
  readonly baseUrl: string
  readonly nowAt: number
  readonly account?: string
  /** How long a wait of the reader lasts here: what it waits for is ours. */
  readonly pauseMs?: number
  readonly timeoutMs?: number
  /** Called before each exchange but those for files. */
  readonly onAsk?: (path: string) => void
}

/** Reads passes of a supplier's content over HTTP, and remembers what a reader wants to be remembered. */
export function contentReader({ code, baseUrl, nowAt, account = '', pauseMs = 1, timeoutMs = 10_000, onAsk }: Reader) {
  const kept = new Map<string, unknown>()
  const unknown = new Map<string, number>()
  const paths: string[] = []
  const openFile = createOpenFile()
  const send = createSupplierFetch()
  const plain = callTo({ code, baseUrl, nowAt, timeoutMs, fetch: send })
  const { apiKey = '', ...credentials } = plain.connection.credentials
  const call: ContentCall = {
    ...plain,
    connection: { ...plain.connection, credentials: { ...credentials, apiKey: apiKey + account } },
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      paths.push(pathname + search)
      onAsk?.(pathname)
      return send(request)
    },
    openFile: (url, options) => {
      paths.push(`FILE ${options.from}`)
      return openFile(url, options)
    },
    dictionary: async <T>(name: string, load: () => Promise<T>): Promise<T> => {
      if (!kept.has(name)) kept.set(name, JSON.parse(JSON.stringify(await load())))
      // It was kept as what `load` gave.
      return kept.get(name) as T
    },
    remembered: async (name) => {
      const value = kept.get(`remembered ${name}`)
      return typeof value === 'string' ? value : null
    },
    remember: (name, value) => void kept.set(`remembered ${name}`, value),
    onUnknownField: (path) => void unknown.set(path, (unknown.get(path) ?? 0) + 1),
    pause: () => sleep(pauseMs),
  }
  const source = SUPPLIERS.find((supplier) => supplier.code === code)?.content
  if (!source) throw new Error(`${code} hands out no content`)

  /** `most`: so many hotels, and then whoever reads is gone, as after a crash. */
  async function read(asked: Partial<ContentPass> = {}, most = Number.POSITIVE_INFINITY): Promise<ReadPass> {
    const items: ContentItem[] = []
    let error: ContentError | null = null
    let hotels = 0
    try {
      for await (const item of source?.read(call, {
        kind: 'WHOLE',
        language: 'en',
        since: null,
        resume: null,
        ...asked,
      }) ?? []) {
        items.push(item)
        if (item.type === 'HOTEL') hotels += 1
        if (hotels === most) break
      }
    } catch (thrown) {
      if (!(thrown instanceof ContentError)) throw thrown
      error = thrown
    }
    function those<Type extends ContentItem['type']>(type: Type): Extract<ContentItem, { type: Type }>[] {
      return items.filter((item): item is Extract<ContentItem, { type: Type }> => item.type === type)
    }
    return {
      hotels: those('HOTEL'),
      faulty: those('FAULTY'),
      ended: those('ENDED').map(({ supplierHotelId }) => supplierHotelId),
      marks: those('MARK'),
      isUnchanged: those('UNCHANGED').length > 0,
      error,
    }
  }

  /** The last mark of a pass, as it comes back from where it was kept. */
  function markOf({ marks }: ReadPass): ContentMark | null {
    const last = marks.at(-1)
    return last === undefined ? null : JSON.parse(JSON.stringify(last.mark))
  }

  return {
    read,
    markOf,
    source,
    paths,
    unknown,
    close: async () => void (await Promise.all([openFile.close(), send.close()])),
  }
}
