import { describe, expect, it } from 'vitest'
import { printed } from '../../src/admin/output.ts'

const ROWS = [
  { connectionId: 'conn_eu', enabled: true, settings: { markets: ['DE', 'FR'] }, baseUrl: null },
  { connectionId: 'conn_rest_of_the_world', enabled: false, settings: {}, actor: 'operator:ada' },
]

describe('what a command prints', () => {
  it('is a table with a line for each row, where lines may be as long as that', () => {
    expect(printed(ROWS, 120).split('\n')).toEqual([
      'connectionId            enabled  settings                 baseUrl  actor',
      'conn_eu                 true     {"markets":["DE","FR"]}  -        -',
      'conn_rest_of_the_world  false    {}                       -        operator:ada',
    ])
  })

  it('is a block for each row on a terminal that would break the lines', () => {
    expect(printed(ROWS, 60)).toBe(
      [
        'connectionId: conn_eu\nenabled: true\nsettings: {"markets":["DE","FR"]}\nbaseUrl: -',
        'connectionId: conn_rest_of_the_world\nenabled: false\nsettings: {}\nactor: operator:ada',
      ].join('\n\n'),
    )
  })

  it('is one block for one row, and says so when there is none', () => {
    expect(printed([{ rate: 0.92, active: true, note: null }], 200)).toBe('rate: 0.92\nactive: true\nnote: -')
    expect(printed([], 200)).toBe('none')
  })

  it('lets no text of a supplier or a guest change the terminal', () => {
    expect(printed([{ note: 'a\u001b[2Jb\nc\u202ed' }], 200)).toBe('note: a\\u001b[2Jb\\nc\\u202ed')
  })
})
