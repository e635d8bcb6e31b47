import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Page, walkPages } from '../../../src/suppliers/content/walk-pages.ts'
import { ContentError } from '../../../src/suppliers/content-source.ts'

/** A list that may be changed between two pages; pages are taken from it as it is then. */
function listOf(count: number) {
  let rows = Array.from({ length: count }, (_, index) => `r${index + 1}`)
  const asked: (readonly [from: number, count: number])[] = []
  return {
    asked,
    rows: () => rows,
    change: (changed: (rows: readonly string[]) => string[]) => {
      rows = changed(rows)
    },
    page: (from: number, size: number): Page => {
      asked.push([from, size])
      return { rows: rows.slice(from - 1, from - 1 + size), total: rows.length }
    },
  }
}

type Walked = {
  readonly size?: number
  readonly start?: { readonly row: number; readonly total: number | null }
  readonly ask: (from: number, count: number) => Page | 'TOO_LARGE'
}

async function walked({ size = 100, start = { row: 1, total: null }, ask }: Walked): Promise<string[]> {
  const came: string[] = []
  for await (const { rows } of walkPages({
    what: 'the list',
    size,
    start,
    ask: async (from, count) => ask(from, count),
    idOf: String,
  }))
    came.push(...rows.map(({ row }) => String(row)))
  return came
}

describe('a list that is read page by page', () => {
  it('comes whole, each row once, in pages that overlap', async () => {
    const list = listOf(1_234)
    expect(await walked({ ask: list.page })).toEqual(list.rows())
    expect(list.asked.slice(0, 3)).toEqual([
      [1, 100],
      [81, 100],
      [161, 100],
    ])
  })

  it('has every row that stayed, wherever others came and went meanwhile', async () => {
    const change = fc.record({ page: fc.nat(15), at: fc.nat(700), kind: fc.constantFrom('TAKE', 'ADD', 'TO_FRONT') })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.array(change, { maxLength: 8 }), async (count, changes) => {
        const list = listOf(count)
        const stayed = new Set(list.rows())
        let pages = 0
        const came = await walked({
          ask: (from, size) => {
            for (const { at, kind } of changes.filter(({ page }) => page === pages))
              list.change((rows) => {
                const place = at % Math.max(1, rows.length)
                if (kind === 'ADD') return rows.toSpliced(place, 0, `new${pages}-${at}`)
                const [row] = rows.slice(place)
                if (row === undefined) return [...rows]
                if (kind === 'TO_FRONT') return [row, ...rows.toSpliced(place, 1)]
                stayed.delete(row)
                return rows.toSpliced(place, 1)
              })
            pages += 1
            return list.page(from, size)
          },
        })
        expect(new Set(came).size).toBe(came.length)
        // A row that moved to where the reader has been may be seen by the next pass only.
        const hasMoved = changes.some(({ kind }) => kind === 'TO_FRONT')
        if (!hasMoved) expect([...stayed].filter((row) => !came.includes(row))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('goes back by a page when more rows went than pages overlap', async () => {
    const list = listOf(500)
    let pages = 0
    const came = await walked({
      ask: (from, size) => {
        pages += 1
        if (pages === 3) list.change((rows) => rows.slice(60))
        return list.page(from, size)
      },
    })
    expect(list.rows().filter((row) => !came.includes(row))).toEqual([])
  })

  it('is read again from its beginning when its first page lacked a row', async () => {
    const list = listOf(300)
    const came = await walked({
      ask: (from, size) => ({ ...list.page(from + (list.asked.length === 0 ? 1 : 0), size) }),
    })
    expect(came.toSorted()).toEqual([...list.rows()].sort())
    expect(came).toHaveLength(300)
  })

  it('begins again when it has grown or shrunk by more than a page', async () => {
    const list = listOf(1_000)
    const came = await walked({
      ask: (from, size) => {
        if (list.asked.length === 4)
          list.change((rows) => [...Array.from({ length: 150 }, (_, n) => `new${n}`), ...rows])
        return list.page(from, size)
      },
    })
    expect(new Set(came)).toEqual(new Set(list.rows()))
    expect(came).toHaveLength(1_150)
  })

  it('that never holds still ends the pass', async () => {
    const list = listOf(1_000)
    const walking = walked({
      ask: (from, size) => ({ ...list.page(from, size), total: list.asked.length % 2 === 0 ? 1_000 : 3_000 }),
    })
    await expect(walking).rejects.toThrow(ContentError)
    await expect(walking).rejects.toThrow('the list: the list does not hold still')
  })

  it('is asked for in smaller pages where an answer is too large, and given up where a few rows are', async () => {
    const list = listOf(700)
    expect(
      await walked({ size: 400, ask: (from, size) => (size > 100 ? 'TOO_LARGE' : list.page(from, size)) }),
    ).toEqual(list.rows())
    await expect(walked({ ask: () => 'TOO_LARGE' })).rejects.toThrow('25 rows are too much for an answer')
  })

  it('goes on from a row, begun a little before it', async () => {
    const list = listOf(500)
    const came = await walked({ start: { row: 301, total: 500 }, ask: list.page })
    expect(came).toEqual(list.rows().slice(280))
  })
})
