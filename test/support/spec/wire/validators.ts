import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from '../../http-client.ts'

/** Every format that the specifications use; one that is new to them is an error, and not ignored. */
const FORMATS = {
  date: isDate,
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) && isDate(text.slice(0, 10)),
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  binary: true,
  int32: { type: 'number', validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 31 },
  float: { type: 'number', validate: (value: number) => Number.isFinite(value) },
} as const

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Finds what is wrong with a value by the schema at a place of the document; each fault begins with `where`. */
export type Check = (place: readonly string[], value: unknown, where: string) => string[]

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** A schema is compiled when it is first needed. `nullable` is honoured beside a type, where OpenAPI 3.0 has it. */
export function checkOf(document: Json): Check {
  const Kind = String(document.openapi).startsWith('3.1') ? Ajv2020 : Ajv
  const ajv = new Kind({ strict: false, validateFormats: true, formats: FORMATS, allErrors: true, coerceTypes: false })
  ajv.addSchema({ ...document, $id: 'document' })
  const compiled = new Map<string, ValidateFunction>()
  return (place, value, where) => {
    const $ref = `document#/${place.map(pointer).join('/')}`
    const validate = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const allowed: unknown = params['allowedValues'] ?? params['additionalProperty']
      return `${where}${instancePath}: ${message}${allowed === undefined ? '' : ` ${JSON.stringify(allowed)}`}`
    })
  }
}
