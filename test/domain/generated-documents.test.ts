import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorsDoc } from '../../scripts/generated/errors-doc.ts'
import { machineDoc } from '../../scripts/generated/machine-doc.ts'
import { privacyDoc } from '../../scripts/generated/privacy-doc.ts'

describe('what partners and auditors read', () => {
  it.each([
    ['guides/errors', errorsDoc],
    ['booking-machine', machineDoc],
    ['privacy', privacyDoc],
  ])('of docs/%s.md is what the code does', (name, make) => {
    expect(readFileSync(`docs/${name}.md`, 'utf8')).toBe(make())
  })
})
