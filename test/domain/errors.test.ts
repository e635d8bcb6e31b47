import { describe, expect, it } from 'vitest'
import { invalid, invalidState, problem } from '../../src/domain/errors.ts'
import { issue } from '../../src/domain/issue.ts'

describe('an expected failure', () => {
  it('has the status, the title and the chance of a retry of its code', () => {
    expect(problem('RATE_LIMITED')).toEqual({
      code: 'RATE_LIMITED',
      message: 'Too many requests',
      details: {},
      retryable: true,
      status: 429,
    })
    expect(problem('NOT_FOUND', 'not here', { a: 1 })).toMatchObject({
      message: 'not here',
      details: { a: 1 },
      retryable: false,
      status: 404,
    })
  })

  it('of an input tells every fault, of more than a hundred how many more, and the first in its message', () => {
    function faults(count: number) {
      return Array.from({ length: count }, (_, index) => issue(`field ${index}`, 'WRONG', `wrong ${index}`))
    }
    expect(invalid([])).toMatchObject({ message: 'The request is not valid', details: { issues: [] } })
    expect(invalid(faults(2))).toMatchObject({
      status: 400,
      message: 'wrong 0 (and 1 more in details.issues)',
      details: { issues: faults(2) },
    })
    expect(invalid(faults(100)).details).toEqual({ issues: faults(100) })
    expect(invalid(faults(102)).details).toEqual({
      issues: [...faults(100), { path: '', code: 'MORE_ISSUES', message: 'and 2 more' }],
    })
  })

  it('of a state is 409, and says which field is against it', () => {
    expect(invalidState('too late', 'booking_id', { facts: 1 })).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'too late',
      details: { issues: [{ path: 'booking_id', code: 'INVALID_STATE', message: 'too late' }], facts: 1 },
      retryable: false,
      status: 409,
    })
  })
})
