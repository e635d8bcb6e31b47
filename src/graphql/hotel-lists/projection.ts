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

/** Takes from a view what a selection asks for, as the reference executor would complete it. Throws `Unwritable`. */
type Projection = (view: object) => object

/** A view breaks the schema's promises: the reference executor tells how. */
export class Unwritable extends Error {}

/** A projection that is not compiled yet: the same code is the same projection. */
type ProjectionCode = {
  readonly code: string
  readonly compile: () => Projection
}

/**
 * Plain fields of a type as code; null when there is more to them: arguments, directives, types that are told from values, the
 * same name twice. Compiled code reads a view like code that was written for it.
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
    // What comes from a request are names, which the parser has checked.
    // oxlint-disable-next-line typescript/no-implied-eval -- only code knows the fields by name
    compile: () => new Function('tools', 'fail', code)(tools, fail) as Projection,
  }
}

type Plan = {
  readonly fragments: Fragments
  /** Hands a function of ours to the code: answers how it is called there. */
  readonly tool: (name: string, made: (value: never) => unknown) => string
  /** Defines a function of `x`, once for the same body: answers its name. */
  readonly define: (body: string) => string
}

function fail(): never {
  throw new Unwritable()
}

/** A selection's fields with no fragment left at their level; null when it is not plain, or a name stands twice. */
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

/** The name of a function that reads a value of a type; null for what is not plain. */
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

/** Resolvers of plain fields need nothing but the view. */
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

/** Reads what is not null. */
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

/** What a leaf is when it needs no look at its type. */
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

/** Custom scalars hand on what they are given; what is a function or a promise is the executor's to ask. */
function isJson(value: unknown): boolean {
  return (
    value !== undefined &&
    typeof value !== 'function' &&
    !(typeof value === 'object' && value !== null && ('then' in value || value instanceof Error))
  )
}
