import { describe, expect, it } from 'vitest'
import { allCommands } from '../../src/admin/commands.ts'
import { ACTIONS, ONLY_COMMAND_LINE } from '../../src/console/actions.ts'
import { mutationName } from '../../src/console/schema/actions.ts'
import { consoleSchema } from '../../src/console/schema.ts'

/** What the command line changes, a screen can change, or it says why not. */

const commands = await allCommands()
const names = commands.map(({ noun, verb }) => `${noun} ${verb}`)

describe('[22] the commands', () => {
  it('are each an action of a screen, told to be of the command line alone, or only read', () => {
    const changing = commands
      .filter((command) => 'change' in command || 'work' in command || 'filter' in command)
      .map(({ noun, verb }) => `${noun} ${verb}`)
    const told = new Set([...Object.keys(ACTIONS), ...Object.keys(ONLY_COMMAND_LINE)])
    expect(changing.filter((name) => !told.has(name))).toEqual([])
    expect([...told].filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(ACTIONS).filter((name) => name in ONLY_COMMAND_LINE)).toEqual([])
  })

  it('are mutations with the options of the command line, and a reason', () => {
    const mutations = consoleSchema(commands).getMutationType()?.getFields() ?? {}
    for (const command of commands.filter(({ noun, verb }) => `${noun} ${verb}` in ACTIONS)) {
      const args = mutations[mutationName(command)]?.args.map(({ name }) => name.toLowerCase()) ?? []
      for (const option of Object.keys(command.options)) expect(args).toContain(option.replaceAll('-', ''))
      expect(args).toContain('reason')
    }
  })

  it('that cannot be undone take two', () => {
    const two = Object.entries(ACTIONS).filter(([, { needsTwo }]) => needsTwo)
    expect(two.map(([name]) => name)).toEqual(
      expect.arrayContaining(['booking settle', 'booking redact', 'organization erase']),
    )
  })
})
