/**
 * The sandbox's world, for those who build and test the gateway:
 *   npm run sandbox -- truth --out FILE [--date YYYY-MM-DD]     which listing is which hotel, as lines of JSON
 *   npm run sandbox -- world --summary [--date YYYY-MM-DD] [--json]   how many rows are awkward, in which way
 *   npm run sandbox -- serve [--port N] [--copies N] [--date YYYY-MM-DD]   the suppliers, without a gateway
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { DAY_MS } from '../../src/domain/time.ts'
import { createClock } from '../../src/platform/clock.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_SUPPLIERS } from '../../src/sandbox/catalogue/types.ts'
import { dayOf } from '../../src/sandbox/content/life.ts'
import { type Summary, summaryOf } from '../../src/sandbox/content/summary.ts'
import { truthLines } from '../../src/sandbox/content/truth.ts'
import { createWorld } from '../../src/sandbox/content/world.ts'
import { createMemoryFaults, createMemoryState } from '../../src/sandbox/suppliers/memory-state.ts'
import { startSandboxSuppliers } from '../../src/sandbox/suppliers/server.ts'
import type { SandboxState } from '../../src/sandbox/suppliers/state.ts'

const USAGE = `usage: npm run sandbox -- truth --out FILE [--date YYYY-MM-DD]
       npm run sandbox -- world --summary [--date YYYY-MM-DD] [--json]
       npm run sandbox -- serve [--port N] [--copies N] [--date YYYY-MM-DD]`

type Options = {
  readonly out?: string
  readonly date?: string
  readonly summary?: boolean
  readonly json?: boolean
  readonly port?: string
  readonly copies?: string
}

function dayFrom({ date }: Options): number {
  const at = date === undefined ? createClock().real() : Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) throw new TypeError(`--date is a day such as 2026-11-23, not ${date}`)
  return dayOf(at)
}

function numberFrom(name: string, text: string | undefined, usual: number): number {
  const number = Number(text ?? usual)
  if (!Number.isInteger(number) || number < 0) throw new TypeError(`--${name} is a whole number, not ${text}`)
  return number
}

async function writeTruth(options: Options): Promise<void> {
  if (options.out === undefined) throw new TypeError('--out FILE is missing')
  const catalogue = sandboxCatalogue()
  const lines = truthLines(catalogue, createWorld(catalogue), dayFrom(options))
  function* written(): Iterable<string> {
    for (const line of lines) yield `${line}\n`
  }
  await pipeline(Readable.from(written()), createWriteStream(options.out))
}

function printWorld(options: Options): void {
  if (!options.summary) throw new TypeError('world has one report: --summary')
  const summary = summaryOf(createWorld(sandboxCatalogue()), dayFrom(options))
  console.log(options.json ? JSON.stringify(summary) : tableOf(summary))
}

function tableOf(summary: Summary): string {
  const { date, hotels, neighbours, units, oddities, ...counts } = summary
  const rows = [...Object.entries(counts), ...Object.entries(oddities)].map(([name, bySupplier]) =>
    [name.padEnd(30), ...SANDBOX_SUPPLIERS.map((code) => String(bySupplier[code]).padStart(14))].join(''),
  )
  return [
    `The world on ${date}: ${hotels} hotels, ${neighbours} neighbours of the same chain, ${units} apartments in a hotel's building.`,
    '',
    ''.padEnd(30) + SANDBOX_SUPPLIERS.map((code) => code.padStart(14)).join(''),
    ...rows,
  ].join('\n')
}

async function serve(options: Options): Promise<void> {
  const states = new Map<string, SandboxState>()
  const clock = createClock()
  clock.setSkew(options.date === undefined ? 0 : dayFrom(options) * DAY_MS + DAY_MS / 2 - clock.machineNow())
  const server = await startSandboxSuppliers({
    clock,
    catalogue: () => sandboxCatalogue(),
    state: (code) => {
      const state = states.get(code) ?? createMemoryState()
      states.set(code, state)
      return state
    },
    faults: createMemoryFaults(),
    log: { debug: () => undefined, error: (fields, message) => console.error(message, fields) },
    contentCopies: Math.max(1, numberFrom('copies', options.copies, 1)),
    port: numberFrom('port', options.port, 0),
  })
  console.log(JSON.stringify(server.baseUrls, null, 2))
}

const COMMANDS: Readonly<Record<string, (options: Options) => Promise<void> | void>> = {
  truth: writeTruth,
  world: printWorld,
  serve,
}

async function main(): Promise<void> {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        date: { type: 'string' },
        summary: { type: 'boolean' },
        json: { type: 'boolean' },
        port: { type: 'string' },
        copies: { type: 'string' },
      },
    })
    const command = COMMANDS[positionals[0] ?? '']
    if (!command || positionals.length > 1) throw new TypeError(USAGE)
    await command(values)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}

await main()
