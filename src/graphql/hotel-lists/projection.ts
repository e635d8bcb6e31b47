import {
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { LEAVES } from '../execution/leaves.ts'
import type { Fragments } from '../limits/fragments.ts'

/** Copies the selected fields of a view, as the reference executor would complete them. Throws `Unwritable`. */
type Projection = (view: object) => object

/** Thrown when a view violates the schema: the reference executor then produces the errors. */
export class Unwritable extends Error {}

/** A projection that is not compiled yet; equal code means an equal projection. */
type ProjectionCode = {
  readonly code: string
  readonly compile: () => Projection
}

/**
 * Generates code for plain fields of a type. Null when a selection is not plain: arguments, directives, types that depend on
 * values, or the same name twice. The compiled code is as fast as hand-written code.
 */
export function projectionOf(
  type: GraphQLObjectType,
  fields: readonly FieldNode[],
  fragments: Fragments,
): ProjectionCode | null {
  const tools: Record<string, unknown> = {}
  const functions = new Map<string, string>()
  const plan: Plan = {
    fragments,
    tool: (name, made) => {
      tools[name] = made
      return `tools.${name}`
    },
    define: (body) => {
      const name = functions.get(body) ?? `f${functions.size}`
      functions.set(body, name)
      return name
    },
  }
  const root = objectReader(plan, type, fields)
  if (root === null) return null
  const defined = [...functions].map(([body, name]) => `const ${name} = (x) => ${body}\n`)
  const code = `${defined.join('')}return ${root}`
  return {
    code,
    // The only parts that come from a request are names, which the parser has checked.
    // oxlint-disable-next-line typescript/no-implied-eval -- only code knows the fields by name
    compile: () => new Function('tools', 'fail', code)(tools, fail) as Projection,
  }
}

type Plan = {
  readonly fragments: Fragments
  /** Makes a function of ours available to the code; returns its name there. */
  readonly tool: (name: string, made: (value: never) => unknown) => string
  /** Defines a function of `x`, once per body; returns its name. */
  readonly define: (body: string) => string
}

function fail(): never {
  throw new Unwritable()
}

/** A selection's fields with the fragments at their level expanded; null when it is not plain, or selects a name twice. */
export function plainFields(set: SelectionSetNode, type: GraphQLObjectType, fragments: Fragments): FieldNode[] | null {
  const fields: FieldNode[] = []
  function gather({ selections }: SelectionSetNode): boolean {
    return selections.every((one) => {
      if (one.directives?.length) return false
      if (one.kind === Kind.FIELD) return !one.arguments?.length && fields.push(one) > 0
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one
      const condition = fragment?.typeCondition?.name.value ?? type.name
      return fragment !== undefined && condition === type.name && gather(fragment.selectionSet)
    })
  }
  if (!gather(set)) return null
  const names = new Set(fields.map(nameOf))
  return names.size === fields.length && !names.has('__proto__') ? fields : null
}

function nameOf({ name, alias }: FieldNode): string {
  return (alias ?? name).value
}

/** The name of a generated function that reads a value of a type; null when the type is not plain. */
type Reader = string | null

function objectReader(plan: Plan, type: GraphQLObjectType, fields: readonly FieldNode[]): Reader {
  const parts: string[] = []
  for (const field of fields) {
    const value = fieldValue(plan, type, field)
    if (value === null) return null
    parts.push(`${JSON.stringify(nameOf(field))}: ${value}`)
  }
  const isNone = `typeof x !== 'object' || x instanceof Error || typeof x.then === 'function'`
  return plan.define(`{ if (${isNone}) fail(); return { ${parts.join(', ')} } }`)
}

function fieldValue(plan: Plan, type: GraphQLObjectType, field: FieldNode): string | null {
  const { value: name } = field.name
  if (name === '__typename') return JSON.stringify(type.name)
  const known = type.getFields()[name]
  const reader = known ? readerOf(plan, known.type, field) : null
  if (!known || reader === null) return null
  const { resolve } = known
  if (!resolve) return `${reader}(x.${name})`
  const resolved = plan.tool(`${type.name}_${name}`, (view) => orUnwritable(() => resolve(view, {}, {}, NO_INFO)))
  return `${reader}(${resolved}(x))`
}

/** Resolvers of plain fields use only the view. */
const NO_INFO = undefined as never

function orUnwritable<T>(read: () => T): T {
  try {
    return read()
  } catch {
    return fail()
  }
}

function readerOf(plan: Plan, type: GraphQLOutputType, field: FieldNode): Reader {
  const reader = presentReader(plan, isNonNullType(type) ? type.ofType : type, field)
  return reader && plan.define(`x == null ? ${isNonNullType(type) ? 'fail()' : 'null'} : ${reader}(x)`)
}

/** Reads a value that is not null. */
function presentReader(plan: Plan, type: GraphQLOutputType, field: FieldNode): Reader {
  if (isLeafType(type)) return leafReader(plan, type)
  if (isListType(type)) {
    const item = readerOf(plan, type.ofType, field)
    const all = `const all = []; for (const one of x) all.push(${item}(one)); return all`
    return item && plan.define(`{ if (!Array.isArray(x)) fail(); ${all} }`)
  }
  const fields = isObjectType(type) && field.selectionSet && plainFields(field.selectionSet, type, plan.fragments)
  return fields ? objectReader(plan, type, fields) : null
}

/** The conditions under which a scalar needs no conversion, by type. */
const USUAL: Readonly<Record<string, string>> = {
  String: `typeof x === 'string'`,
  ID: `typeof x === 'string'`,
  Boolean: `typeof x === 'boolean'`,
  Int: `typeof x === 'number' && x === (x | 0)`,
  Float: `typeof x === 'number' && Number.isFinite(x)`,
}

function leafReader(plan: Plan, type: GraphQLLeafType): string {
  const serialize = LEAVES[type.name] ?? ((value: unknown): unknown => type.serialize(value))
  const serialized = plan.tool(type.name, (value: unknown): unknown => {
    const made = orUnwritable(() => serialize(value))
    return isJson(made) ? made : fail()
  })
  const usual = USUAL[type.name]
  return plan.define(usual ? `${usual} ? x : ${serialized}(x)` : `${serialized}(x)`)
}

/** True for a value that a custom scalar may pass through. Functions and promises must be left to the executor. */
function isJson(value: unknown): boolean {
  return (
    value !== undefined &&
    typeof value !== 'function' &&
    !(typeof value === 'object' && value !== null && ('then' in value || value instanceof Error))
  )
}
