import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { referenceScript } from '../../src/http/site/reference-script.ts'

/** Of this thread, whatever else the machine does. Loading the script here takes 160 ms. */
const MAX_CPU_MS = 60

it('the script of the reference is loaded and compressed beside the event loop, not on it', async () => {
  const before = process.threadCpuUsage()
  const { plain, br, gzip, tag } = await referenceScript()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(MAX_CPU_MS)
  expect(plain.length).toBeGreaterThan(1_000_000)
  expect(br.length).toBeLessThan(plain.length / 3)
  expect(brotliDecompressSync(br).equals(plain)).toBe(true)
  expect(gunzipSync(gzip).equals(plain)).toBe(true)
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
})
