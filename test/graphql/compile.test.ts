import { type DocumentNode, type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { compileOperation, createCompiler, schemaToCompile } from '../../src/graphql/execution/compile.ts'
import { schema as ourSchema } from '../../src/graphql/schema.ts'
import { hostile } from '../support/random-world.ts'

function compiles(schema: GraphQLSchema, text: string): boolean {
  const document = parse(text)
  const operation = getOperationAST(document)
  return !!operation && compileOperation({ schema, copy: schemaToCompile(schema) }, document, operation) !== null
}

describe('what graphql-jit would do otherwise is left to the reference executor', () => {
  it('documents with @skip or @include', () => {
    expect(compiles(hostile, 'query($v: Boolean!) { a { id @skip(if: $v) } }')).toBe(false)
    expect(compiles(hostile, '{ a { ...F @include(if: true) } } fragment F on A { id }')).toBe(false)
  })
  it('subscriptions, introspection, and a key that is no ordinary property', () => {
    const watch = parse('subscription { bookingUpdated(bookingId: "x") { type } }')
    const compile = createCompiler(ourSchema)
    // Their events are compiled, but they are no query.
    expect([compile(watch, null), compile(watch, null)]).toEqual([null, null])
    expect(compiles(ourSchema, '{ __schema { queryType { name } } }')).toBe(false)
    expect(compiles(hostile, '{ a { __proto__: id } }')).toBe(false)
  })
  it('lists that a resolver makes, and interface fields that some types never leave null', () => {
    expect(compiles(hostile, '{ items { id } }')).toBe(false)
    expect(compiles(hostile, '{ a { kids { next { id } } } }')).toBe(false)
    expect(compiles(hostile, '{ a { kids { id } } }')).toBe(true)
  })
  it('documents whose code would be large', () => {
    // Each fragment asks twice for the next one.
    function doubling(levels: number): string {
      return Array.from({ length: levels }, (_, level) => {
        const inner = level + 1 < levels ? `...F${level + 1}` : 'id'
        return `fragment F${level} on A { x: solved l: late { ${inner} } m: late { ${inner} } }`
      }).join(' ')
    }
    expect(compiles(hostile, `{ a { ...F0 } } ${doubling(3)}`)).toBe(true)
    expect(compiles(hostile, `{ a { ...F0 } } ${doubling(40)}`)).toBe(false)
  })
})

describe('the memory of compiled operations', () => {
  it('compiles at the second use, tells operations of a document apart, and forgets the least recently used', () => {
    const compile = createCompiler(hostile, 2)
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      parse(`query ${name.toUpperCase()} { a { ${name}: id } } query Other { b { id } }`),
    ) as [DocumentNode, DocumentNode, DocumentNode]
    expect(compile(first, 'A')).toBeNull()
    const made = compile(first, 'A')
    expect(made).not.toBeNull()
    expect(compile(first, 'Other')).toBeNull()
    expect(compile(first, 'Other')).not.toBe(made)
    expect(compile(first, 'Nobody')).toBeNull()
    expect(compile(first, null)).toBeNull()
    compile(second, 'B')
    // Used again, so the second one is the one to go.
    expect(compile(first, 'A')).toBe(made)
    compile(third, 'C')
    expect(compile(first, 'A')).toBe(made)
    expect(compile(second, 'B')).toBeNull()
  })
})
