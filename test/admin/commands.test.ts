import { expect, it } from 'vitest'
import { allCommands, commandsOf } from '../../src/admin/commands.ts'

it('every command is found by its noun, with all others of that noun and in the order of the help', async () => {
  const all = await allCommands()
  const nouns = new Set(all.map(({ noun }) => noun))
  expect(nouns.size).toBeGreaterThan(12)
  for (const noun of nouns) expect(await commandsOf(noun)).toEqual(all.filter((one) => one.noun === noun))
  expect(await commandsOf('dance')).toEqual([])
})
