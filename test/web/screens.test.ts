import { describe, expect, it } from 'vitest'
import { GROUPS } from '../../web/src/screen.ts'
import { ALL_SCREENS, isFor } from '../../web/src/screens.ts'

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, place) => texts.indexOf(text) !== place)
}

describe.each(['console', 'portal'] as const)('the screens of the %s', (surface) => {
  const screens = ALL_SCREENS.filter(({ on }) => on.includes(surface))

  it('have a path, a name and a key each', () => {
    expect(repeated(screens.map(({ path }) => path.replaceAll(/\$\w+/g, '$')))).toEqual([])
    expect(repeated(screens.filter(({ nav }) => nav).map(({ label }) => label))).toEqual([])
    expect(repeated(screens.flatMap(({ key }) => key ?? []))).toEqual([])
  })

  it('open each kind of id in one place', () => {
    expect(repeated(screens.flatMap(({ ids = [] }) => ids))).toEqual([])
    expect(screens.filter(({ ids, path }) => ids && !path.includes('$id')).map(({ path }) => path)).toEqual([])
  })

  it('are for roles of their own surface', () => {
    const foreign = screens.filter(
      ({ roles }) => !roles.some((role) => role.startsWith('partner_') === (surface === 'portal')),
    )
    expect(foreign.map(({ path }) => path)).toEqual([])
  })
})

it('a screen is for those who hold one of its roles', () => {
  expect(isFor({ roles: ['support', 'finance'] }, ['viewer', 'finance'])).toBe(true)
  expect(isFor({ roles: ['support'] }, ['viewer'])).toBe(false)
})

it('every part of the navigation has a name of its own', () => {
  expect(repeated(GROUPS)).toEqual([])
})
