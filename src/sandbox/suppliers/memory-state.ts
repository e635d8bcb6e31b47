import type { ContentFault, Fault } from '../../domain/sandbox-faults.ts'
import { acceptedBy, type Json, type SandboxFaults, type SandboxState } from './state.ts'

/** The state of one sandbox supplier in this process's memory, for tests and benchmarks. */
export function createMemoryState(): SandboxState {
  const kinds = new Map<string, Map<string, Json>>()
  function recordsOf(kind: string): Map<string, Json> {
    const records = kinds.get(kind) ?? new Map<string, Json>()
    kinds.set(kind, records)
    return records
  }
  return {
    get: async (kind, key) => recordsOf(kind).get(key) ?? null,
    put: async (kind, key, body) => {
      recordsOf(kind).set(key, body)
    },
    create: async (kind, key, body) => {
      if (recordsOf(kind).has(key)) return false
      recordsOf(kind).set(key, body)
      return true
    },
    find: async (kind, field, value) => [...recordsOf(kind).values()].filter((body) => fieldOf(body, field) === value),
    update: async (kind, key, change) => {
      const body = recordsOf(kind).get(key)
      const changed = body === undefined ? null : change(body)
      if (changed !== null) recordsOf(kind).set(key, changed)
      return changed
    },
  }
}

function fieldOf(body: Json, field: string): Json | undefined {
  return body !== null && typeof body === 'object' && !Array.isArray(body)
    ? // Array.isArray does not exclude readonly arrays from the type; the remaining value is the object.
      (body as { readonly [key: string]: Json })[field]
    : undefined
}

/** A queue of faults in this process, first in, first out per operation, whoever calls. */
export function createMemoryFaults(): SandboxFaults & {
  readonly add: (
    supplierCode: string,
    operation: string,
    given: { readonly fault: Fault | ContentFault; readonly count?: number },
  ) => void
} {
  const pending: { readonly supplierCode: string; readonly operation: string; readonly fault: string }[] = []
  return {
    add: (supplierCode, operation, { fault, count = 1 }) => {
      for (let index = 0; index < count; index += 1) pending.push({ supplierCode, operation, fault })
    },
    take: async (call) => {
      const accepts = acceptedBy(call)
      const index = pending.findIndex(
        ({ supplierCode, operation, fault }) =>
          supplierCode === call.supplierCode && operation === call.operation && accepts.some((one) => one === fault),
      )
      const [taken] = index < 0 ? [] : pending.splice(index, 1)
      return accepts.find((one) => one === taken?.fault) ?? null
    },
  }
}
