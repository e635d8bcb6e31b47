import { parseArgs } from 'node:util'
import { type Config, readProcessConfig } from '../config.ts'
import { type Core, createCore } from '../core.ts'
import { openDatabase } from '../open-database.ts'
import { nearest } from '../operations/inputs/nearest.ts'
import { createLogger } from '../platform/logger.ts'
import { isOutage } from '../platform/outage.ts'
import { type Command, type Rows, UsageError, type Values } from './command.ts'
import { COMMANDS } from './commands.ts'
import { operatorName } from './operator-name.ts'
import { runCommand } from './run-command.ts'
import { readSecrets } from './secrets.ts'

function help(commands: readonly Command[] = COMMANDS): string {
  return [
    'usage: npm run admin -- <noun> <verb> [options] [--as name] [--json]',
    '',
    ...commands.map(({ noun, verb, usage, summary }) => `  ${noun} ${verb} ${usage}\n      ${summary}`),
  ].join('\n')
}

function findCommand(noun: string | undefined, verb: string | undefined): Command {
  const command = COMMANDS.find((one) => one.noun === noun && one.verb === verb)
  if (command) return command
  const given = [noun, verb].filter(Boolean).join(' ')
  const ofNoun = COMMANDS.filter((one) => one.noun === noun)
  const known = (ofNoun.length > 0 ? ofNoun : COMMANDS).map((one) => `${one.noun} ${one.verb}`)
  const guess = nearest(given, known)
  const hint = guess ? `; did you mean ${guess}?` : ''
  throw new UsageError(`${given} is not a command${hint}\n\n${help(ofNoun.length > 0 ? ofNoun : COMMANDS)}`)
}

async function run(args: readonly string[]): Promise<void> {
  const [noun, verb, ...rest] = args
  if (!noun || noun === '--help' || noun === 'help') return console.log(help())
  const command = findCommand(noun, verb)
  const { json, as, ...values } = parse(command, rest)
  const missing = command.required.filter((name) => values[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((name) => (name === command.positional ? name.toUpperCase() : `--${name}`)).join(', ')} missing: ${noun} ${verb} ${command.usage}`,
    )
  const config = readProcessConfig()
  if (!('port' in config))
    throw new UsageError(config.map(({ setting, message }) => `${setting} ${message}`).join('\n'))
  const actor = `operator:${operatorName(as, config)}`
  const { core, close } = await openCore(config)
  try {
    print(await runCommand(core, command, { values: await readSecrets(command, values), actor }), json === true)
  } finally {
    await close()
  }
}

/** A failure to connect is reported in one line, like any other mistake in the set-up. */
async function openCore(config: Config): Promise<{ readonly core: Core; readonly close: () => Promise<void> }> {
  function told(error: unknown): never {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const opened = await openDatabase(config).catch(told)
  const options = { config, log: createLogger('fatal'), databaseUrl: opened.url, ownSandboxUrls: () => null }
  const core = await createCore(options).catch(async (error: unknown) => {
    await opened.close()
    return told(error)
  })
  async function close(): Promise<void> {
    await core.close()
    await opened.close()
  }
  return { core, close }
}

function parse(command: Command, args: string[]): Values {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...command.options, as: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: command.positional !== undefined,
    })
    if (positionals.length > 1) throw new UsageError(`${positionals.slice(1).join(' ')} is too much`)
    return command.positional ? { ...values, [command.positional]: positionals[0] } : values
  } catch (error) {
    const { noun, verb, usage } = command
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: ${noun} ${verb} ${usage}`)
  }
}

function print(rows: Rows, json: boolean): void {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) console.log('none')
  else if (rows.length === 1)
    for (const [name, value] of Object.entries(rows[0] ?? {})) console.log(`${name}: ${show(value)}`)
  else
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, show(value)]))),
    )
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  // The gateway waits for Postgres when it starts; a command does not, because a person is waiting for it.
  if (!(error instanceof UsageError) && !isOutage(error)) throw error
  console.error(error instanceof Error ? error.message : String(error))
  // A failed connection attempt may have left a socket open, which would keep the process alive.
  process.exit(1)
}
