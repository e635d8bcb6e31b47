import type { FastifyInstance } from 'fastify'
import { mountConsole } from '../console/mount.ts'
import { CONSOLE_BASE } from '../console/session.ts'
import { type Core, createCore } from '../core.ts'
import type { Foundation } from '../foundation.ts'

type Options = {
  /** Null in a process that does not serve: the console builds one of its own for its first reader. */
  readonly core: Core | null
  readonly foundation: Foundation
  readonly databaseUrl: string
}

type OperatorConsole = {
  readonly mount: (app: FastifyInstance) => void
  /** Closes what was built for the console alone. */
  readonly close: () => Promise<void>
}

/** The console on the operators' port of any process. */
export function operatorConsole({ core, foundation, databaseUrl }: Options): OperatorConsole {
  const { config, log } = foundation
  let own: Promise<Core> | null = null
  async function coreOfConsole(): Promise<Core> {
    if (core) return core
    own ??= createCore({ config, log, databaseUrl, ownSandboxUrls: () => null }).catch((error: unknown) => {
      own = null
      throw error
    })
    return own
  }
  return {
    mount: (app) =>
      mountConsole(app, {
        base: CONSOLE_BASE,
        core: coreOfConsole,
        log,
        sandbox: null,
        config,
      }),
    close: async () => {
      if (own) await (await own).close()
    },
  }
}
