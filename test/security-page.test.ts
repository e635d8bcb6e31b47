import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

describe('docs/security.md', () => {
  it('names only tests that exist, and one at least for each attack', async () => {
    const page = await readFile('docs/security.md', 'utf8')
    const rows = page.split('\n').filter((line) => /^\| (?!attack|-)/.test(line))
    expect(rows.length).toBeGreaterThan(30)
    const named = rows.map((row) => [...row.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file))
    expect(rows.filter((_, index) => named[index]?.length === 0)).toEqual([])
    expect(named.flat().filter((file) => !existsSync(file))).toEqual([])
  })
})
