import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { allCommands } from '../../src/admin/commands.ts'
import { DOCUMENT_LIMITS, documentFaults } from '../../src/console/document-limits.ts'
import { consoleSchema } from '../../src/console/schema.ts'

const WEB = join(import.meta.dirname, '../../web/src')

const ALL = readdirSync(WEB, { recursive: true, encoding: 'utf8' })

/** Where the front end writes what it asks: in a file `documents.ts` of each screen, and of the page itself. */
const FILES = ALL.filter((name) => /(?:^|\/)documents\.ts$/.test(name))

const OPERATION = /^\s*(?:query|mutation|subscription)\s/

async function documentsIn(file: string): Promise<readonly string[]> {
  const exported: Readonly<Record<string, unknown>> = await import(join(WEB, file))
  return Object.values(exported).filter((value) => typeof value === 'string' && OPERATION.test(value)) as string[]
}

it('the front end asks only what the schema of the console answers, within what a document may have', async () => {
  const schema = consoleSchema(await allCommands())
  const documents = await Promise.all(FILES.map(async (file) => ({ file, texts: await documentsIn(file) })))
  const faults = documents.flatMap(({ file, texts }) =>
    texts.flatMap((text) => {
      // With room for what a screen will ask one day.
      const document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens / 2 })
      const all = [...documentFaults(schema, document), ...validate(schema, document)]
      return all.map(({ message }) => `${file}: ${message}`)
    }),
  )
  expect(faults).toEqual([])
  expect(documents.filter(({ texts }) => texts.length === 0).map(({ file }) => file)).toEqual([])
  expect(FILES).toContain('kit/documents.ts')
})

it('every button of an action has a mutation', async () => {
  const mutations =
    consoleSchema(await allCommands())
      .getMutationType()
      ?.getFields() ?? {}
  const named = ALL.filter((name) => /\.tsx?$/.test(name)).flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/\bmutation: '(\w+)'/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  expect(named.filter(({ name }) => !(name in mutations))).toEqual([])
})
