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
import { printed } from './output.ts'
import { runCommand } from './run-command.ts'
import { readSecrets } from './secrets.ts'

function help(commands: readonly Command[] = COMMANDS): string {
  return [
    'usage: npm run admin -- <noun> <verb> [options] [--as name] [--json]',
    '',
    ...commands.map(({ noun, verb, usage, summary }) => `  ${noun} ${verb} ${usage}\n      ${summary}`),
  ].join('\n')
}

function isNamed(given: string): (command: Command) => boolean {
  return ({ noun, verb }) => noun === given || `${noun} ${verb}` === given
}

function findCommand(noun: string, word: string | undefined): Command {
  const verb = word?.startsWith('-') ? undefined : word
  const given = verb === undefined ? noun : `${noun} ${verb}`
  const command = COMMANDS.find((one) => `${one.noun} ${one.verb}` === given)
  if (command) return command
  const ofNoun = COMMANDS.filter(isNamed(noun))
  const known = (ofNoun.length > 0 ? ofNoun : COMMANDS).map((one) => `${one.noun} ${one.verb}`)
  const guess = verb === undefined && ofNoun.length > 0 ? null : nearest(given, known)
  const hint = guess ? `; did you mean ${guess}?` : ''
  const shown = guess === null ? ofNoun : COMMANDS.filter(isNamed(guess))
  const usage = shown.length > 0 ? help(shown) : '`npm run admin -- help` lists the commands'
  throw new UsageError(`${given} is not a command${hint}\n\n${usage}`)
}

/** What is asked about with --help or `help`: a command, those of a noun, or all. Null: a command is to be run. */
function askedAbout(args: readonly string[]): readonly Command[] | null {
  const isAsked = args.length === 0 || args[0] === 'help' || args.includes('--help')
  if (!isAsked) return null
  const words = args.filter((word, index) => word !== '--help' && !(word === 'help' && index === 0))
  const [noun = '', verb = ''] = words
  return (
    [`${noun} ${verb}`, noun].map((given) => COMMANDS.filter(isNamed(given))).find(({ length }) => length > 0) ??
    COMMANDS
  )
}

async function run(args: readonly string[]): Promise<void> {
  const asked = askedAbout(args)
  if (asked) return console.log(help(asked))
  const [noun = '', verb, ...rest] = args
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
    const rows = await runCommand(core, command, { values: await readSecrets(command, values), actor })
    print(rows, json === true)
    if (command.isFailure?.(rows)) process.exitCode = 1
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
    const { values, positionals }: { values: Values; positionals: string[] } = parseArgs({
      args,
      options: { ...command.options, as: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: command.positional !== undefined,
    })
    if (positionals.length > 1) throw new UsageError(`${positionals.slice(1).join(' ')} is too much`)
    const { positional } = command
    if (positional === undefined || positionals.length === 0) return values
    if (values[positional] !== undefined) throw new UsageError(`--${positional} is given twice`)
    return { ...values, [positional]: positionals[0] }
  } catch (error) {
    const { noun, verb, usage } = command
    throw new UsageError(`${whatIsWrong(error)}: ${noun} ${verb} ${usage}`)
  }
}

/** Of a value that begins with a dash Node tells three lines. */
function whatIsWrong(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error)
  const name = /^Option '(?:-\w, )?(--[\w-]+).*' argument (?:is ambiguous|missing)/.exec(told)?.[1]
  return name === undefined ? told : `${name} needs a value`
}

/** Lines that go into a file or a pipe may be as long as they like. */
function print(rows: Rows, json: boolean): void {
  console.log(json ? JSON.stringify(rows, null, 2) : printed(rows, process.stdout.columns ?? Number.POSITIVE_INFINITY))
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
