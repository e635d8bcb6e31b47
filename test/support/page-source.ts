import { ContentError, type ContentItem, type ContentSource } from '../../src/suppliers/content-source.ts'
import type { SupplierDirectory } from '../../src/suppliers/supplier.ts'
import type { Json } from './http-client.ts'

/** Rows of a page of the supplier that tests play: use-content-supplier.ts. */
export const ROWS_A_PAGE = 10

/** How content is read from that supplier: plain pages over HTTP, a mark after each. */
export const pageSource: ContentSource = {
  languages: { en: 'en', fr: 'fr' },
  passesUntilGone: 1,
  wholeEveryDays: 7,
  read: async function* (call, { kind, language, since, resume }) {
    const words: Json = await call.dictionary('words', async () => (await ask('/words')).body)
    for (let from = Number(resume?.['from'] ?? 0); ; from += ROWS_A_PAGE) {
      const { body } = await ask(`/rows?kind=${kind}&language=${language}&since=${since ?? ''}&from=${from}`)
      if (body.version !== undefined && body.version === (await call.remembered('version')))
        return yield { type: 'UNCHANGED' }
      for (const [index, row] of body.rows.entries()) yield itemOf(row, from + index + 1, words)
      for (const path of body.unknown ?? []) call.onUnknownField(path)
      const isLast = from + ROWS_A_PAGE >= body.total
      yield { type: 'MARK', mark: { from: from + ROWS_A_PAGE }, done: from + body.rows.length, total: body.total }
      if (isLast) {
        if (body.version !== undefined) call.remember('version', body.version)
        return
      }
    }

    async function ask(path: string): Promise<{ readonly body: Json }> {
      const answer = await call.fetch({
        operation: 'content',
        method: 'GET',
        url: call.connection.baseUrl + path,
        headers: {},
        timeoutMs: call.timeoutMs,
        signal: null,
      })
      if (!answer.ok) throw new ContentError('FAILED', answer.error.kind)
      const { status, headers, json } = answer.value
      if (status === 429) throw new ContentError('OVER_LIMIT', 'too much', Number(headers['retry-after']) * 1_000)
      if (status !== 200) throw new ContentError('REFUSED', `status ${status}`)
      return { body: json }
    }
  },
}

/** A row that is a text is one that is no hotel at all. */
function itemOf(row: Json, line: number, words: Json): ContentItem {
  if (typeof row === 'string') return { type: 'FAULTY', line, supplierHotelId: null, faults: [row] }
  const { id, ended, ...listing } = row
  if (ended) return { type: 'ENDED', supplierHotelId: id, status: ended }
  const told = { ...listing, ...(listing.kind ? { property_type: words[listing.kind] } : {}) }
  return { type: 'HOTEL', line, supplierHotelId: id, raw: JSON.stringify(row), listing: told }
}

/** The suppliers as they are, but that LiteAPI's content is read by `source`. */
export function withSource(suppliers: SupplierDirectory, source: ContentSource): SupplierDirectory {
  return {
    ...suppliers,
    find: (code) => {
      const supplier = suppliers.find(code)
      return supplier && code === 'liteapi' ? { ...supplier, content: source } : supplier
    },
  }
}
