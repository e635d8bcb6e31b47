import { parseArgs } from 'node:util'
import { readProcessConfig } from '../config.ts'
import { createCore, openDatabase } from '../core.ts'
import { nearest } from '../operations/inputs/nearest.ts'
import { createLogger } from '../platform/logger.ts'
import { BOOKING_COMMANDS } from './bookings.ts'
import { CATALOGUE_COMMANDS } from './catalogue.ts'
import { type Command, type Rows, UsageError, type Values } from './command.ts'
import { KEY_COMMANDS } from './keys.ts'
import { MAPPING_COMMANDS } from './mappings.ts'
import { ORGANIZATION_COMMANDS } from './organizations.ts'
import { RATE_COMMANDS } from './rates.ts'
import { SUPPLIER_COMMANDS } from './suppliers.ts'
import { WEBHOOK_COMMANDS } from './webhooks.ts'

const COMMANDS = [
  ...ORGANIZATION_COMMANDS,
  ...KEY_COMMANDS,
  ...SUPPLIER_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...MAPPING_COMMANDS,
  ...BOOKING_COMMANDS,
  ...RATE_COMMANDS,
  ...WEBHOOK_COMMANDS,
]

const help = (commands: readonly Command[] = COMMANDS): string =>
  [
    'usage: npm run admin -- <noun> <verb> [options] [--json]',
    '',
    ...commands.map(({ noun, verb, usage, summary }) => `  ${noun} ${verb} ${usage}\n      ${summary}`),
  ].join('\n')

const findCommand = (noun: string | undefined, verb: string | undefined): Command => {
  const command = COMMANDS.find((one) => one.noun === noun && one.verb === verb)
  if (command) return command
  const given = [noun, verb].filter(Boolean).join(' ')
  const ofNoun = COMMANDS.filter((one) => one.noun === noun)
  const known = (ofNoun.length > 0 ? ofNoun : COMMANDS).map((one) => `${one.noun} ${one.verb}`)
  const guess = nearest(given, known)
  const hint = guess ? `; did you mean ${guess}?` : ''
  throw new UsageError(`${given} is no command${hint}\n\n${help(ofNoun.length > 0 ? ofNoun : COMMANDS)}`)
}

const run = async (args: readonly string[]): Promise<void> => {
  const [noun, verb, ...rest] = args
  if (!noun || noun === '--help' || noun === 'help') return console.log(help())
  const command = findCommand(noun, verb)
  const { json, ...values } = parse(command, rest)
  const missing = command.required.filter((name) => values[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((name) => (name === command.positional ? name.toUpperCase() : `--${name}`)).join(', ')} missing: ${noun} ${verb} ${command.usage}`,
    )
  const config = readProcessConfig()
  if (!('port' in config))
    throw new UsageError(config.map(({ setting, message }) => `${setting} ${message}`).join('\n'))
  const opened = await openDatabase(config)
  const log = createLogger('fatal')
  const core = await createCore({ config, log, databaseUrl: opened.url, ownSandboxUrls: () => null })
  try {
    print(await command.run(core, values), json === true)
  } finally {
    await core.close()
    await opened.close()
  }
}

const parse = (command: Command, args: string[]): Values => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: command.positional !== undefined,
    })
    if (positionals.length > 1) throw new UsageError(`${positionals.slice(1).join(' ')} is too much`)
    return command.positional ? { ...values, [command.positional]: positionals[0] } : values
  } catch (error) {
    const { noun, verb, usage } = command
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: ${noun} ${verb} ${usage}`)
  }
}

const print = (rows: Rows, json: boolean): void => {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 1)
    for (const [name, value] of Object.entries(rows[0] ?? {})) console.log(`${name}: ${show(value)}`)
  else
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, show(value)]))),
    )
}

const show = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
