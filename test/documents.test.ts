import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../src/admin/commands.ts'
import { SANDBOX_CREDENTIALS } from '../src/sandbox/suppliers/credentials.ts'
import { OTHER_MARKET_ACCOUNT } from '../src/sandbox/suppliers/expedia-rapid/accounts.ts'

const COMMANDS = await allCommands()

const ROOT = join(import.meta.dirname, '..')

const documents = ['', 'docs', 'docs/decisions', 'bench', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8')
}

describe('the documents', () => {
  it.each(documents)('%s links only to files that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, path = '']) => path,
    )
    expect(links.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([])
  })

  it.each(documents)('%s names only npm scripts that there are', (document) => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    const named = [...read(document).matchAll(/npm run (?!-)([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it.each(documents)('%s names only test files that there are', (document) => {
    const named = [...read(document).matchAll(/(?<![\w/])test\/[\w./-]+\.ts\b/g)].map(([path]) => path)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it.each(documents)('%s shows only admin commands that there are, with options that they have', (document) => {
    const shown = [
      ...read(document)
        .replaceAll('\\\n', ' ')
        .matchAll(/npm run admin -- (?!help)([a-z-]+) ([a-z-]+)([^\n`]*)/g),
    ]
    for (const [line, noun, verb, rest = ''] of shown) {
      const command = COMMANDS.find((one) => one.noun === noun && one.verb === verb)
      const known = [...Object.keys(command?.options ?? {}), 'as', 'json']
      const used = [...rest.matchAll(/ --([a-z-]+)/g)].map(([, name = '']) => name)
      expect({ line, isThere: command !== undefined, unknown: used.filter((name) => !known.includes(name)) }).toEqual({
        line,
        isThere: true,
        unknown: [],
      })
    }
  })

  it('docs/operating.md tells the credentials of the sandbox suppliers, as they are', () => {
    const text = read('docs/operating.md')
    for (const [code, credentials] of Object.entries(SANDBOX_CREDENTIALS))
      expect(text).toContain(`| \`${code}\` | \`${JSON.stringify(credentials)}\``)
    expect(text).toContain(OTHER_MARKET_ACCOUNT.credentials.apiKey)
    for (const [name, value] of Object.entries(OTHER_MARKET_ACCOUNT.settings))
      expect(text).toContain(`"${name}":"${value}"`)
  })

  it('README.md leads to contributing, to what has changed and to security', () => {
    expect(documents.length).toBeGreaterThan(20)
    for (const document of ['CONTRIBUTING.md', 'CHANGELOG.md']) expect(read('README.md')).toContain(`](${document})`)
    expect(read('CONTRIBUTING.md')).toContain('](SECURITY.md)')
  })

  it('walk through files that exist, and come back to none of them more than once', () => {
    const [, walks = ''] = /## Four walks\n(.*?)\n## /s.exec(read('docs/architecture.md')) ?? []
    const each = walks.split(/^\*\*/m).slice(1)
    expect(each).toHaveLength(4)
    for (const walk of each) {
      const files = [...walk.matchAll(/`([\w/-]+\.ts)`( ↩)?/g)].map(([, path = '', back]) => ({
        path,
        isBack: Boolean(back),
      }))
      expect(files.filter(({ path }) => !existsSync(join(ROOT, 'src', path)))).toEqual([])
      const before = new Set<string>()
      for (const { path, isBack } of files) {
        expect({ path, isBack }).toEqual({ path, isBack: before.has(path) })
        before.add(path)
      }
      const backs = files.filter(({ isBack }) => isBack).map(({ path }) => path)
      expect(backs).toEqual([...new Set(backs)])
    }
  })
})
