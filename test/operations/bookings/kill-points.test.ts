import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { KILL_POINTS } from '../../../src/operations/bookings/machinery/kill-points.ts'
import { SUPPLIER_OPERATIONS } from '../../../src/suppliers/supplier-call.ts'

const MOVES = join('operations', 'operator', 'moving')

it('the points at which a test can end a process are those that the code passes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  function textOf(names: readonly string[]): string {
    return names.map((file) => readFileSync(join('src', file), 'utf8')).join('\n')
  }
  function isOfMoves(file: string): boolean {
    return file.startsWith(MOVES)
  }
  const code = textOf(files.filter((file) => !isOfMoves(file)))
  // The states that a move reaches are in its table of steps.
  const moved = [...textOf(files.filter(isOfMoves)).matchAll(/(?:reach\(|\bto: )'([^']+)'/g)].map(
    ([, at]) => `move:${at}`,
  )
  const passed = [...code.matchAll(/killPoint\('([^']+)'\)/g)].map(([, point]) => point ?? '')
  const reached = [...code.matchAll(/reach\('([^']+)'\)/g)].flatMap(([, moment]) => [
    `create:${moment}`,
    `cancel:${moment}`,
  ])
  const exchanged = SUPPLIER_OPERATIONS.map((operation) => `exchange:${operation}`)
  expect([...KILL_POINTS].toSorted()).toEqual([...new Set([...passed, ...reached, ...exchanged, ...moved])].toSorted())
})
