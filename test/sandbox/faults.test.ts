import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type RootDatabase } from '../../src/store/database.ts'
import { createSandboxFaultStore } from '../../src/store/sandbox-faults.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let testDatabase: TestDatabase
let database: RootDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = createDatabase({ url: testDatabase.url, poolSize: 8, statementTimeoutMs: 10_000 })
})

afterAll(async () => {
  await database?.$disconnect()
  await testDatabase?.drop()
})

describe('faults of the sandbox suppliers', () => {
  it('are each played once to calls of their organization, the oldest first, however many ask at once', async () => {
    const store = createSandboxFaultStore(database)
    function rowsOf(fault: string, remaining: number) {
      return { organizationId: 'org_a', supplierCode: 'a', operation: 'search', fault, remaining }
    }
    function call(supplierCode: string, operation: string, organizationId = 'org_a') {
      return { organizationId, supplierCode, operation }
    }
    for (let round = 0; round < 20; round += 1) {
      await store.add(rowsOf('reset', 1))
      await store.add(rowsOf('500', 3))
      await store.add({ ...rowsOf('garbage', 1), operation: 'book' })
      const taken = await Promise.all(Array.from({ length: 8 }, () => store.take(call('a', 'search'))))
      expect(taken.filter((fault) => fault !== null).sort()).toEqual(['500', '500', '500', 'reset'])
      expect(await store.take(call('b', 'book'))).toBeNull()
      expect(await store.take(call('a', 'book', 'org_b'))).toBeNull()
      expect(await store.take(call('a', 'book'))).toBe('garbage')
    }
    expect(await testDatabase.query('SELECT * FROM sandbox_faults')).toEqual([])
  })
})
