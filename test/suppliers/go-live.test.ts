import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requirementsOf } from '../../src/certification/requirements/all.ts'
import { sharedText } from '../support/spec/shared.ts'

/** Which test carries which of the suppliers' demands: `../shared/suppliers/go-live.md` lists them by id. */
const TESTS = join(import.meta.dirname, '..')

/** Demands that wait for another issue, with the reason. An entry goes as soon as a test carries its id. */
const NEXT_ISSUE: Readonly<Record<string, string>> = {}

/** Demands that are being built while this list is: it is empty before the work on the suppliers is called done. */
const BEING_BUILT: readonly string[] = []

const LIST = sharedText('suppliers/go-live.md')

function listedIds(): string[] {
  return [...LIST.matchAll(/^\| ([XRHEL]-\d{2})\b/gm)].map(([, id = '']) => id)
}

function demanded(): string[] {
  const ids = listedIds()
  const proofs = [...LIST.matchAll(/\bP-[1-9]\b/g)].map(([id]) => id)
  return [...new Set([...ids, ...proofs])].sort()
}

/** The ids in titles of tests and of their groups, and in what `each` puts into them; comments carry nothing. */
function carriers(): Map<string, Set<string>> {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
  const found = new Map<string, Set<string>>()
  for (const file of files)
    for (const [, id = ''] of withoutComments(join(TESTS, file)).matchAll(/\[([XRHELP]-\d{1,2})\]/g))
      found.set(id, (found.get(id) ?? new Set()).add(file))
  return found
}

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
}

describe('the suppliers’ demands', () => {
  const carried = carriers()

  it.each(demanded())('%s is carried by a test, or waits for something that is named', (id) => {
    const waits = NEXT_ISSUE[id] !== undefined || BEING_BUILT.includes(id)
    expect([id, carried.has(id) || waits]).toEqual([id, true])
  })

  it('wait for the next issue only as long as no test carries them, and none is invented', () => {
    const all = demanded()
    expect(Object.keys(NEXT_ISSUE).filter((id) => carried.has(id))).toEqual([])
    expect([...carried.keys(), ...Object.keys(NEXT_ISSUE), ...BEING_BUILT].filter((id) => !all.includes(id))).toEqual(
      [],
    )
  })
})

const LETTERS = { expedia_rapid: 'R', hotelbeds: 'H', ratehawk: 'E', liteapi: 'L' } as const

it.each(Object.entries(LETTERS))(
  '[X-10] the certification of %s has every id of the list, and no other',
  (code, letter) => {
    const wanted = listedIds().filter((id) => id.startsWith('X') || id.startsWith(letter))
    const certified = requirementsOf(code).map(({ id }) => id)
    expect(certified.sort()).toEqual(wanted.sort())
  },
)
