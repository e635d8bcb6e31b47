import { ENGINES, type EngineName } from '../src/graphql/engine.ts'
import { GRAPHQL_BODY, INPUT, median, type Server, startServer } from './facade.ts'
import { load, type Shot } from './load.ts'
import { processorMs } from './process.ts'
import { sized } from './size.ts'

const ROUNDS = sized(7, 1)
/** Until the compiler has done with it. */
const WARM_MS = sized(5_000, 100)
const RUN_MS = sized(1_000, 200)
const CONNECTIONS = 16

/** What each engine has more than the one before it. */
const PARTS: Readonly<Record<EngineName, string>> = {
  reference: 'reference',
  'compiled-execution': '+ compiled execution',
  lanes: '+ lane',
  compiled: '+ hotel lists',
}

export type EngineRow = {
  readonly engine: string
  readonly requestsPerSecond: number
  /** Answers per second of the server's own processor time. */
  readonly perProcessorSecond: number
  /** Of that, to the bare server in the same round; the median of the rounds, and how far they lie apart. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  /** To the engine of the row before, in the same round. */
  readonly brings: string
}

type Target = { readonly name: string; readonly server: Server; readonly shot: Shot }

type Result = { readonly perSecond: number; readonly perProcessorSecond: number }

/**
 * The search of the facade bench from one gateway for each part of the GraphQL engine, and from the bare server, in turns on one
 * core. Ratios are of processor time and made within a round, because other work on the machine takes the core away now and then.
 */
export async function benchGraphqlEngine(progress: (line: string) => void): Promise<readonly EngineRow[]> {
  const targets: Target[] = []
  try {
    const bare = await startServer('bare')
    targets.push({ name: 'bare', server: bare, shot: { port: bare.port, path: '/', body: JSON.stringify(INPUT) } })
    for (const engine of ENGINES) {
      const server = await startServer('gateway', engine)
      targets.push({ name: PARTS[engine], server, shot: { port: server.port, path: '/graphql', body: GRAPHQL_BODY } })
    }
    for (const { name, shot } of targets) {
      progress(`warming up ${name}`)
      await load(shot, CONNECTIONS, WARM_MS)
    }
    const rounds: Result[][] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const results: Result[] = []
      for (const target of targets) {
        progress(`round ${round} of ${ROUNDS}: ${target.name}`)
        results.push(await measure(target))
      }
      rounds.push(results)
    }
    return targets.map(({ name }, index) => rowOf(name, rounds, index))
  } finally {
    for (const { server } of targets) {
      server.child.removeAllListeners('exit')
      server.child.kill()
    }
  }
}

async function measure({ server, shot }: Target): Promise<Result> {
  const { pid = 0 } = server.child
  const before = processorMs(pid)
  const { perSecond } = await load(shot, CONNECTIONS, RUN_MS)
  // At least one tick of the clock that processor time is counted by.
  const usedMs = Math.max(10, processorMs(pid) - before)
  return { perSecond, perProcessorSecond: (perSecond * RUN_MS) / usedMs }
}

function rowOf(engine: string, rounds: readonly (readonly Result[])[], index: number): EngineRow {
  function ratiosTo(other: number): number[] {
    return rounds.map(
      (results) => (results[index]?.perProcessorSecond ?? 0) / (results[other]?.perProcessorSecond ?? 1),
    )
  }
  const ratios = ratiosTo(0)
  const own = rounds.flatMap((results) => results[index] ?? [])
  return {
    engine,
    requestsPerSecond: Math.round(median(own.map(({ perSecond }) => perSecond))),
    perProcessorSecond: Math.round(median(own.map((one) => one.perProcessorSecond))),
    ratio: Number(median(ratios).toFixed(3)),
    lowest: Number(Math.min(...ratios).toFixed(3)),
    highest: Number(Math.max(...ratios).toFixed(3)),
    brings: index < 2 ? '' : `× ${median(ratiosTo(index - 1)).toFixed(2)}`,
  }
}
