import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationTypeNode,
} from 'graphql'

/** A document with the values of its variables; most are valid, the others are for validation to sort out. */
export type RandomDocument = { readonly text: string; readonly variables: Record<string, unknown> }

/** Draws decisions: a list of numbers that fast-check can shrink. */
type Draw = { readonly below: (limit: number) => number; readonly chance: (percent: number) => boolean }

function drawFrom(numbers: readonly number[]): Draw {
  let at = 0
  // When the numbers are used up, everything is the simplest choice.
  function next(): number {
    return numbers[at++] ?? 0
  }
  return { below: (limit) => next() % limit, chance: (percent) => next() % 100 >= 100 - percent }
}

type Writer = {
  readonly schema: GraphQLSchema
  readonly draw: Draw
  readonly fragments: string[]
  readonly definitions: string[]
  readonly variables: Record<string, unknown>
}

export function randomDocuments(schema: GraphQLSchema, operation: OperationTypeNode): fc.Arbitrary<RandomDocument> {
  return fc.array(fc.nat({ max: 9_999 }), { minLength: 20, maxLength: 400 }).map((numbers) => {
    const writer: Writer = { schema, draw: drawFrom(numbers), fragments: [], definitions: [], variables: {} }
    const root = schema.getRootType(operation)
    if (!root) throw new Error(`the schema has no ${operation}`)
    const set = selection(writer, root, 4)
    const variables = writer.definitions.length > 0 ? `(${writer.definitions.join(', ')})` : ''
    // A second operation, so that the name has to choose.
    const text = [`${operation} Chosen${variables} ${set}`, 'query Other { __typename }', ...writer.fragments].join(
      '\n',
    )
    return { text, variables: writer.variables }
  })
}

function selection(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { draw } = writer
  const parts: string[] = []
  const count = 1 + draw.below(4)
  for (let index = 0; index < count; index += 1) {
    if (draw.chance(12)) parts.push('__typename')
    else if (draw.chance(isAbstractType(type) ? 60 : 15)) parts.push(fragment(writer, type, depth))
    else parts.push(field(writer, type, depth))
  }
  return `{ ${parts.join(' ')} }`
}

function field(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { draw } = writer
  if (!isObjectType(type) && !isInterfaceType(type)) return '__typename'
  const fields = Object.values(type.getFields()).filter((one) => depth > 0 || !isCompositeType(getNamedType(one.type)))
  const chosen = fields[draw.below(Math.max(1, fields.length))]
  if (!chosen) return '__typename'
  const given = argumentsOf(writer, chosen.args)
  // Different arguments need different names; the same are merged.
  const alias = given !== '' || draw.chance(10) ? `${chosen.name}${draw.below(3)}: ` : ''
  const inner = getNamedType(chosen.type)
  const set = isCompositeType(inner) ? ` ${selection(writer, inner, depth - 1)}` : ''
  return `${alias}${chosen.name}${given}${directive(writer)}${set}`
}

function fragment(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { draw, schema } = writer
  const overlapping = Object.values(schema.getTypeMap()).filter(
    (one) =>
      isCompositeType(one) && one.name !== type.name && !one.name.startsWith('__') && overlaps(schema, type, one),
  )
  const target = draw.chance(30) ? type : (overlapping[draw.below(Math.max(1, overlapping.length))] ?? type)
  if (draw.chance(60)) return `... on ${target.name}${directive(writer)} ${selection(writer, target, depth)}`
  const set = selection(writer, target, depth)
  const name = `F${writer.fragments.length}`
  writer.fragments.push(`fragment ${name} on ${target.name} ${set}`)
  return draw.chance(25) ? `...${name} ...${name}` : `...${name}${directive(writer)}`
}

function overlaps(schema: GraphQLSchema, one: GraphQLNamedType, other: GraphQLNamedType): boolean {
  function types(type: GraphQLNamedType) {
    return isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
  }
  return types(one).some((type) => types(other).includes(type as never))
}

function variable(writer: Writer, type: string, value: unknown): string {
  const name = `v${writer.definitions.length}`
  const { draw } = writer
  writer.definitions.push(`$${name}: ${type}`)
  const nullable = !type.endsWith('!')
  if (nullable && draw.chance(15)) writer.variables[name] = null
  else if (!(nullable && draw.chance(15))) writer.variables[name] = value
  return `$${name}`
}

function directive(writer: Writer): string {
  const { draw } = writer
  if (!draw.chance(6)) return ''
  const value = draw.chance(50)
  return ` @${draw.chance(50) ? 'include' : 'skip'}(if: ${draw.chance(50) ? variable(writer, 'Boolean!', value) : value})`
}

function argumentsOf(writer: Writer, args: readonly GraphQLArgument[]): string {
  const { draw } = writer
  const given = args.flatMap((one) =>
    !isNonNullType(one.type) && draw.chance(40) ? [] : [`${one.name}: ${valueOf(writer, one.type, 2)}`],
  )
  return given.length > 0 ? `(${given.join(', ')})` : ''
}

function valueOf(writer: Writer, type: GraphQLInputType, depth: number): string {
  const { draw } = writer
  if (draw.chance(40)) {
    const optional = isNonNullType(type) && draw.chance(20)
    const text = optional ? getNullableType(type).toString() : type.toString()
    return variable(writer, text, jsonOf(writer, type, depth))
  }
  if (!isNonNullType(type) && draw.chance(10)) return 'null'
  const inner = getNullableType(type)
  if (isListType(inner)) {
    const item = inner.ofType
    return draw.chance(20)
      ? valueOf(writer, item, depth)
      : `[${Array.from({ length: draw.below(3) }, () => valueOf(writer, item, depth)).join(', ')}]`
  }
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields())
    const chosen = inner.isOneOf
      ? [fields[draw.below(fields.length)]].flatMap((one) => one ?? [])
      : fields.filter((one) => isNonNullType(one.type) || (depth > 0 && draw.chance(40)))
    return `{ ${chosen.map((one) => `${one.name}: ${valueOf(writer, one.type, depth - 1)}`).join(', ')} }`
  }
  return isEnumType(inner) ? String(leaf(writer, getNamedType(type))) : JSON.stringify(leaf(writer, getNamedType(type)))
}

function jsonOf(writer: Writer, type: GraphQLInputType, depth: number): unknown {
  const { draw } = writer
  // What no type takes, now and then.
  if (draw.chance(4)) return draw.chance(50) ? { wrong: true } : Number.MAX_SAFE_INTEGER
  if (!isNonNullType(type) && draw.chance(10)) return null
  const inner = getNullableType(type)
  if (isListType(inner)) {
    const item = inner.ofType
    return draw.chance(20)
      ? jsonOf(writer, item, depth)
      : Array.from({ length: draw.below(3) }, () => jsonOf(writer, item, depth))
  }
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields())
    const chosen = inner.isOneOf
      ? fields.filter((_, index) => index <= draw.below(2))
      : fields.filter((one) => isNonNullType(one.type) || (depth > 0 && draw.chance(40)))
    return Object.fromEntries(chosen.map((one) => [one.name, jsonOf(writer, one.type, depth - 1)]))
  }
  return leaf(writer, getNamedType(type))
}

function leaf({ draw }: Writer, type: GraphQLNamedType): unknown {
  if (isEnumType(type)) return type.getValues()[draw.below(type.getValues().length)]?.name
  if (type.name === 'Boolean') return draw.chance(50)
  if (type.name === 'Float') return draw.below(100) / 4
  if (type.name === 'Int' || type.name === 'SafeInt') return draw.below(100)
  return `text ${draw.below(10)}`
}
