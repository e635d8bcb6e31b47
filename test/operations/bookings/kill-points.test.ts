import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { KILL_POINTS } from '../../../src/operations/bookings/machinery/kill-points.ts'
import { SUPPLIER_OPERATIONS } from '../../../src/suppliers/supplier-call.ts'

it('the points at which a test can end a process are those that the code passes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const code = files.map((file) => readFileSync(join('src', file), 'utf8')).join('\n')
  const passed = [...code.matchAll(/killPoint\('([^']+)'\)/g)].map(([, point]) => point ?? '')
  const reached = [...code.matchAll(/reach\('([^']+)'\)/g)].flatMap(([, moment]) => [
    `create:${moment}`,
    `cancel:${moment}`,
  ])
  const exchanged = SUPPLIER_OPERATIONS.map((operation) => `exchange:${operation}`)
  expect([...KILL_POINTS].toSorted()).toEqual([...new Set([...passed, ...reached, ...exchanged])].toSorted())
})
