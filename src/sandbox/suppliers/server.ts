import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SANDBOX_SUPPLIERS, type SandboxCatalogue } from '../catalogue/types.ts'
import type { AnswerOptions, CallAnswerer } from './answer-calls.ts'
import { prefixOf } from './prefix.ts'

const LOOPBACK = '127.0.0.1'
/** Longer than a reader is busy with the rows of a file before its next call. */
const KEEP_ALIVE_MS = 60_000

type SandboxServerOptions = Omit<AnswerOptions, 'catalogue'> & {
  readonly catalogue: () => SandboxCatalogue | Promise<SandboxCatalogue>
  /** 0 means any free port. */
  readonly port: number
}

export type SandboxServer = {
  /** By supplier code: the value for a connection's `baseUrl`. */
  readonly baseUrls: Readonly<Record<string, string>>
  /** Closes the server and cuts every open connection. */
  readonly close: () => Promise<void>
}

/**
 * Starts the sandbox suppliers on one loopback port. Throws when the port is taken. The catalogue and the code that answers are
 * loaded at the first call.
 */
export async function startSandboxSuppliers(options: SandboxServerOptions): Promise<SandboxServer> {
  let answerer: Promise<CallAnswerer> | null = null
  async function loadAnswerer(): Promise<CallAnswerer> {
    const { createCallAnswerer } = await import('./answer-calls.ts')
    return createCallAnswerer({ ...options, catalogue: await options.catalogue() })
  }
  const server = createServer((request, response) => {
    answerer ??= loadAnswerer()
    answerer
      .then(({ answer }) => answer(request, response))
      .catch((error: unknown) => {
        options.log.error({ err: error }, 'sandbox failed')
        response.destroy()
      })
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, LOOPBACK, resolve)
  })
  // A listening TCP server's address is an object; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    baseUrls: Object.fromEntries(
      SANDBOX_SUPPLIERS.map((code) => [code, `http://${LOOPBACK}:${port}/${prefixOf(code)}`]),
    ),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      const loaded = await answerer
      loaded?.close()
    },
  }
}
