import { describe, expect, it } from 'vitest'
import { MAPPING_STATUSES, worstMapping } from '../../src/domain/mapping.ts'

describe('an option with several rooms', () => {
  it('is as certain as its least certain room', () => {
    expect(worstMapping(MAPPING_STATUSES)).toBe('CONFLICT')
    expect(worstMapping(['MATCHED', 'AMBIGUOUS', 'UNMAPPED'])).toBe('AMBIGUOUS')
    expect(worstMapping(['MATCHED', 'UNMAPPED'])).toBe('UNMAPPED')
    expect(worstMapping(['MATCHED', 'MATCHED'])).toBe('MATCHED')
    expect(worstMapping([])).toBe('UNMAPPED')
  })
})
