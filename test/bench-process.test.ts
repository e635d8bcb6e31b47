import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { stop } from '../bench/process.ts'

function run(script: string) {
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('[21] what a bench has started', () => {
  it('is stopped, also when it has ended by itself: a bench waits for nobody', async () => {
    const child = run('process.exit(86)')
    await once(child, 'exit')
    await stop({ child })
    expect(child.exitCode).toBe(86)
  })

  it('is killed when it does not react within the time', async () => {
    const child = run('process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000); console.log("runs")')
    await once(child.stdout, 'data')
    await stop({ child }, 300)
    expect(child.signalCode).toBe('SIGKILL')
  })
})
