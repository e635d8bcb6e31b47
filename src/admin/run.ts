import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import type { Core } from '../core.ts'
import { nearest } from '../operations/inputs/nearest.ts'
import { createLogger } from '../platform/logger.ts'
import { isOutage } from '../platform/outage.ts'
import { type Command, type ExitCode, ItemError, type Rows, UsageError, type Values } from './command.ts'
import { allCommands, commandsOf } from './commands.ts'
import { type Io, io, note, withIo } from './io.ts'
import { operatorName } from './operator-name.ts'
import { printed } from './output.ts'
import { runCommand } from './run-command.ts'
import { readSecrets } from './secrets.ts'

function help(commands: readonly Command[]): string {
  return [
    'usage: npm run admin -- <noun> <verb> [options] [--as name] [--json]',
    '',
    ...commands.map(({ noun, verb, usage, summary }) => `  ${noun} ${verb} ${usage}\n      ${summary}`),
  ].join('\n')
}

function isNamed(given: string): (command: Command) => boolean {
  return ({ noun, verb }) => noun === given || `${noun} ${verb}` === given
}

async function findCommand(noun: string, word: string | undefined): Promise<Command> {
  const verb = word?.startsWith('-') ? undefined : word
  const given = verb === undefined ? noun : `${noun} ${verb}`
  const ofNoun = await commandsOf(noun)
  const command = ofNoun.find((one) => `${one.noun} ${one.verb}` === given)
  if (command) return command
  const all = await allCommands()
  const known = (ofNoun.length > 0 ? ofNoun : all).map((one) => `${one.noun} ${one.verb}`)
  const guess = verb === undefined && ofNoun.length > 0 ? null : nearest(given, known)
  const hint = guess ? `; did you mean ${guess}?` : ''
  const shown = guess === null ? ofNoun : all.filter(isNamed(guess))
  const usage = shown.length > 0 ? help(shown) : '`npm run admin -- help` lists the commands'
  throw new UsageError(`${given} is not a command${hint}\n\n${usage}`)
}

/** What is asked about with --help or `help`: a command, those of a noun, or all. Null: a command is to be run. */
async function askedAbout(args: readonly string[]): Promise<readonly Command[] | null> {
  const isAsked = args.length === 0 || args[0] === 'help' || args.includes('--help')
  if (!isAsked) return null
  const words = args.filter((word, index) => word !== '--help' && !(word === 'help' && index === 0))
  const [noun = '', verb = ''] = words
  const all = await allCommands()
  return [`${noun} ${verb}`, noun].map((given) => all.filter(isNamed(given))).find(({ length }) => length > 0) ?? all
}

async function runArguments(args: readonly string[]): Promise<ExitCode> {
  const asked = await askedAbout(args)
  if (asked) {
    printLine(help(asked))
    return 0
  }
  const [noun = '', verb, ...rest] = args
  const command = await findCommand(noun, verb)
  const { json, as, ...values } = parse(command, rest)
  const missing = command.required.filter((name) => values[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((name) => (positionalsOf(command).includes(name) ? name.toUpperCase() : `--${name}`)).join(', ')} missing: ${noun} ${verb} ${command.usage}`,
    )
  if ('filter' in command) return command.filter(values)
  const config = readConfig(io().env)
  if (!('port' in config))
    throw new UsageError(config.map(({ setting, message }) => `${setting} ${message}`).join('\n'))
  const actor = `operator:${operatorName(as, config)}`
  const { core, close } = await openCore(config)
  try {
    const rows = await runCommand(core, command, { values: await readSecrets(command, values), actor })
    print(command, rows, json === true)
    return command.isFailure?.(rows) ? 1 : 0
  } finally {
    await close()
  }
}

/** A failure to connect is reported in one line, like any other mistake in the set-up. */
async function openCore(config: Config): Promise<{ readonly core: Core; readonly close: () => Promise<void> }> {
  function told(error: unknown): never {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  // Not for `mapping judge`, which needs neither.
  const [{ openDatabase }, { createCore }] = await Promise.all([import('../open-database.ts'), import('../core.ts')])
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
      allowPositionals: positionalsOf(command).length > 0,
    })
    const names = positionalsOf(command)
    if (positionals.length > names.length)
      throw new UsageError(`${positionals.slice(names.length).join(' ')} is too much`)
    const twice = names.slice(0, positionals.length).find((name) => values[name] !== undefined)
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice`)
    return { ...values, ...Object.fromEntries(positionals.map((value, index) => [names[index], value])) }
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

/** Commands that tell bad items (1) from a wrong call (2). */
async function isMisused(error: UsageError, [noun = '', verb]: readonly string[]): Promise<boolean> {
  const command = (await commandsOf(noun)).find((one) => one.verb === verb)
  if (error instanceof ItemError) return false
  return command ? 'filter' in command || command.isLineByLine === true : noun === 'mapping'
}

function positionalsOf({ positional, positionals }: Command): readonly string[] {
  return positionals ?? (positional === undefined ? [] : [positional])
}

/** Lines that go into a file or a pipe may be as long as they like. */
function print({ isLineByLine, show: showRows }: Command, rows: Rows, json: boolean): void {
  if (json && isLineByLine) for (const row of rows) printLine(JSON.stringify(row))
  else if (json) printLine(JSON.stringify(rows, null, 2))
  else if (showRows && rows.length > 0) printLine(showRows(rows))
  else printLine(printed(rows, io().columns))
}

function printLine(line: string): void {
  io().out(`${line}\n`)
}

/** Runs the command that `args` name, and returns its exit code. Throws only for a fault of ours. */
export function run(args: readonly string[], streams: Omit<Io, 'fail'>): Promise<ExitCode> {
  let hasFailed = false
  function fail(): void {
    hasFailed = true
  }
  return withIo({ ...streams, fail }, async () => {
    try {
      const code = await runArguments(args)
      return code === 0 && hasFailed ? 1 : code
    } catch (error) {
      // The gateway waits for Postgres when it starts; a command does not, because a person is waiting for it.
      if (!(error instanceof UsageError) && !isOutage(error)) throw error
      note(error instanceof Error ? error.message : String(error))
      return error instanceof UsageError && (await isMisused(error, args)) ? 2 : 1
    }
  })
}
