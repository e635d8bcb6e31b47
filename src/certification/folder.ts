import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertifiedHost, Exchange, Told } from './evidence.ts'

/** A booking of the run. It is written down under its key before it is made, so that none is ever forgotten. */
export type MadeBooking = {
  readonly step: string
  readonly key: string
  readonly bookingId: string | null
  /** True: nothing of it is left at the supplier, as far as the gateway knows. */
  readonly over: boolean
}

/** How far a run has come: what a second process needs to go on. It has no credentials and no guests. */
export type RunState = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly host: CertifiedHost
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly doneSteps: readonly string[]
  readonly bookings: readonly MadeBooking[]
  /** What steps have found out for later ones. */
  readonly memory: Readonly<Record<string, unknown>>
}

const STATE = 'state.json'
const EXCHANGES = 'exchanges'
const TOLD = 'gateway'

function fileOf(number: number, step: string, what: string): string {
  return `${String(number).padStart(4, '0')}-${step}-${what}.json`
}

/** The folder of a bundle: every file is complete or absent, whenever the process dies. */
export type BundleFolder = ReturnType<typeof openFolder>

export function openFolder(path: string) {
  async function put(name: string, content: string): Promise<void> {
    const temporary = join(path, `${name}.part`)
    await writeFile(temporary, content)
    await rename(temporary, join(path, name))
  }
  function putJson(name: string, value: unknown): Promise<void> {
    return put(name, `${JSON.stringify(value, null, 2)}\n`)
  }
  /** The names of a sub-folder's files, without those that a dying process left half written. */
  async function names(folder: string): Promise<string[]> {
    const all = await readdir(join(path, folder)).catch(() => [])
    return all.filter((name) => name.endsWith('.json')).sort()
  }
  async function read(folder: string, name: string): Promise<unknown> {
    return JSON.parse(await readFile(join(path, folder, name), 'utf8'))
  }

  return {
    path,
    put,
    putJson,
    create: async (): Promise<void> => {
      for (const folder of [EXCHANGES, TOLD]) await mkdir(join(path, folder), { recursive: true })
    },
    /** Null: there is no run in this folder. */
    state: async (): Promise<RunState | null> => {
      const text = await readFile(join(path, STATE), 'utf8').catch(() => null)
      // Only `save` has written it.
      return text === null ? null : (JSON.parse(text) as RunState)
    },
    save: (state: RunState): Promise<void> => putJson(STATE, state),
    writeExchange: async ({ answer, failure, ...exchange }: Exchange): Promise<void> => {
      const { number, step, operation } = exchange
      await putJson(join(EXCHANGES, fileOf(number, step, `${operation}-response`)), { answer, failure })
      await putJson(join(EXCHANGES, fileOf(number, step, `${operation}-request`)), exchange)
    },
    writeTold: (told: Told): Promise<void> => putJson(join(TOLD, fileOf(told.number, told.step, told.operation)), told),
    /** What was recorded, in the order in which it began. An exchange whose request is not written yet is not there. */
    exchanges: async (): Promise<Exchange[]> => {
      const requests = (await names(EXCHANGES)).filter((name) => name.endsWith('-request.json'))
      return Promise.all(
        requests.map(async (name) => {
          const [request, response] = await Promise.all([
            read(EXCHANGES, name),
            read(EXCHANGES, name.replace(/request\.json$/, 'response.json')),
          ])
          // `writeExchange` has written both.
          return { ...(request as object), ...(response as object) } as Exchange
        }),
      )
    },
    told: async (): Promise<Told[]> =>
      // `writeTold` has written them.
      Promise.all((await names(TOLD)).map(async (name) => (await read(TOLD, name)) as Told)),
    /** Forgets what an interrupted step has recorded: it is done again. */
    forget: async (isOf: (step: string) => boolean): Promise<void> => {
      for (const folder of [EXCHANGES, TOLD])
        for (const name of await names(folder)) {
          const { step } = (await read(folder, name).catch(() => ({ step: null }))) as { step?: string | null }
          const isResponse = name.endsWith('-response.json')
          const asked = isResponse ? await stepOf(name.replace(/response\.json$/, 'request.json')) : (step ?? null)
          if (asked === null || isOf(asked)) await rm(join(path, folder, name), { force: true })
        }
    },
  }

  async function stepOf(request: string): Promise<string | null> {
    const found = (await read(EXCHANGES, request).catch(() => null)) as { step?: string } | null
    return found?.step ?? null
  }
}
