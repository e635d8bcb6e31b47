import { spawn } from 'node:child_process'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import { reservePort } from '../reserved-port.ts'
import { until } from '../until.ts'

type Violation = { readonly location: readonly string[]; readonly message: string; readonly operation: string }

/** Prism, serving a supplier's official specification, and what it found wrong with each request. */
export type Prism = {
  readonly url: string
  readonly violations: readonly Violation[]
  readonly operations: ReadonlySet<string>
  /** A wire to it; `prefer` chooses the answer. */
  readonly watched: (prefer?: string) => SupplierFetch
  readonly stop: () => void
}

const CLI = join(import.meta.dirname, '../../../node_modules/@stoplight/prism-cli/dist/index.js')

/** Prism invents a header for each that a specification names, `Content-Encoding: gzip` too, and packs nothing: read as it is. */
const exchange: SupplierFetch = ({ method, url, headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = send(url, { method, headers }, (response) => {
      text(response).then((json) => {
        const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        const status = response.statusCode ?? 0
        resolve({
          ok: true,
          value: { status, headers: Object.fromEntries(flat), json: json ? JSON.parse(json) : null },
        })
      }, reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })

export async function startPrism(specification: string): Promise<Prism> {
  const port = await reservePort()
  const child = spawn(process.execPath, [CLI, 'mock', specification, '-p', String(port), '-h', '127.0.0.1'], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await until('Prism', () => fetch(url).catch(() => null), 120_000)
  const violations: Violation[] = []
  const operations = new Set<string>()
  return {
    url,
    violations,
    operations,
    watched: (prefer) => {
      return async (request) => {
        const answer = await exchange({ ...request, headers: { ...request.headers, ...(prefer ? { prefer } : {}) } })
        operations.add(request.operation)
        if (answer.ok) {
          const told = JSON.parse(answer.value.headers['sl-violations'] ?? '[]') as Omit<Violation, 'operation'>[]
          // Some official examples break their own schema; those are told of the response, and are not ours.
          for (const violation of told)
            if (violation.location[0] === 'request') violations.push({ ...violation, operation: request.operation })
        }
        return answer
      }
    },
    stop: () => void child.kill(),
  }
}
