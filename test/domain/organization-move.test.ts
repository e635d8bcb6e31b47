import { describe, expect, it } from 'vitest'
import { MOVE_STATES, MOVE_TABLE, mayBeCalledOff, mayFollow } from '../../src/domain/organization-move.ts'

describe('the states of a move', () => {
  it('[21] lead from the first to the last one way', () => {
    const way = ['COPYING', 'DRAINING', 'FENCED', 'SWITCHED', 'ARRIVED'] as const
    for (const [place, state] of way.entries())
      for (const other of way) expect(mayFollow(state, other)).toBe(other === way[place + 1])
  })

  it('[21] can be called off until the source has switched, and not after', () => {
    expect(MOVE_STATES.filter(mayBeCalledOff)).toEqual(['COPYING', 'DRAINING', 'FENCED'])
  })

  it('[21] serve somewhere only where nothing else may', () => {
    expect(MOVE_STATES.filter((state) => MOVE_TABLE[state].serves === 'NOTHING')).toEqual([
      'SWITCHED',
      'ARRIVED',
      'ARRIVING',
    ])
  })
})
