import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UNUSED_PARTS } from '../../web/mantine-styles.ts'

const WEB = join(import.meta.dirname, '../../web/src')
const IMPORT = /import \{([^}]*)\} from '@mantine\/core'/g

it('no part of Mantine is used whose styles are left out', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const used = files.flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(IMPORT)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  )
  expect(used.length).toBeGreaterThan(20)
  expect(UNUSED_PARTS.filter((part) => used.includes(part))).toEqual([])
})
