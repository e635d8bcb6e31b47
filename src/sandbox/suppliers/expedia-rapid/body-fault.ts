import type { InputFault } from './reply.ts'

/** A fault of a field of the body, which is absent or wrong. */
export function fault(name: string, value: unknown, message: string): InputFault {
  return {
    type: `${name}.${value === undefined ? 'required' : 'invalid'}`,
    message,
    fields: [{ name, type: 'body', value: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }],
  }
}
