import { describe, expect, it } from 'vitest'
import { failureCode, isOutage } from '../../src/platform/outage.ts'

function failed(code: string, message: string): Error {
  return Object.assign(new Error(`Raw query failed. Code: \`${code}\`. Message: \`${message}\``), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode: code, originalMessage: message, kind: 'postgres', code } } },
  })
}

describe('[21] an outage, which a client should wait for,', () => {
  it.each([
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['40001', 'terminating connection due to conflict with recovery'],
    ['40001', 'canceling statement due to conflict with recovery'],
    ['53300', 'sorry, too many clients already'],
    ['57P03', 'the database system is starting up'],
    ['57P01', 'terminating connection due to administrator command'],
    ['08P01', 'query_wait_timeout'],
    ['53100', 'could not extend file "base/16384/18261": No space left on device'],
    ['58030', 'could not read block 7 in file "base/16384/18261": Input/output error'],
    ['28P01', 'password authentication failed for user "gateway"'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "gateway", database "gateway", no encryption'],
    ['3D000', 'database "gateway" does not exist'],
    ['08P01', 'server login has been failing, try again later (server_login_retry)'],
  ])('%s: %s', (code, message) => {
    expect(isOutage(failed(code, message))).toBe(true)
  })

  it.each([
    ['40001', 'could not serialize access due to concurrent update'],
    ['23505', 'duplicate key value violates unique constraint'],
    ['42601', 'syntax error at or near "SELCT"'],
  ])('is not %s: %s', (code, message) => {
    expect(isOutage(failed(code, message))).toBe(false)
  })
})

describe('[21] a failure that nobody foresaw is told as', () => {
  it.each([
    ['SERVICE_UNAVAILABLE', failed('57P01', 'terminating connection due to administrator command')],
    ['INTERNAL_ERROR', failed('23505', 'duplicate key value violates unique constraint')],
    ['INTERNAL_ERROR', new Error('a mistake of ours')],
  ] as const)('%s', (code, error) => {
    expect(failureCode(error)).toBe(code)
  })
})
