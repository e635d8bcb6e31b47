import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startOnReservedPort } from './support/reserved-port.ts'

const HELPER = join(import.meta.dirname, 'support/reserved-port.ts')

describe('startOnReservedPort', () => {
  it('starts again on another port when the port was taken, and only then', async () => {
    const ports: number[] = []
    await startOnReservedPort(async (port) => {
      ports.push(port)
      if (ports.length === 1) throw new Error(`bind: Address already in use (127.0.0.1:${port})`)
    })
    expect(new Set(ports).size).toBe(2)
    let starts = 0
    const failing = startOnReservedPort(async () => {
      starts += 1
      throw new Error('no such directory')
    })
    await expect(failing).rejects.toThrow('no such directory')
    expect(starts).toBe(1)
  })

  it('gives no two processes the same port', async () => {
    const source = `import { startOnReservedPort } from ${JSON.stringify(HELPER)}
      const ports = await Promise.all(Array.from({ length: 300 }, () => startOnReservedPort(async (port) => port)))
      process.stdout.write(JSON.stringify(ports))
      await new Promise((resolve) => process.stdin.resume().once('end', resolve))`
    const processes = [1, 2].map(() => {
      const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', source])
      return { running, child: running.child }
    })
    // Both have all of theirs before either ends.
    await Promise.all(processes.map(({ child }) => new Promise((resolve) => child.stdout?.once('data', resolve))))
    for (const { child } of processes) child.stdin?.end()
    const outputs = await Promise.all(processes.map(({ running }) => running))
    const ports = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as number[])
    expect([ports.length, new Set(ports).size]).toEqual([600, 600])
  })
})
