import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'

/** What a started server says on its standard error, as it comes. */
export function outputOf(child: ChildProcess): string[] {
  const told: string[] = []
  child.stderr?.on('data', (bytes: Buffer) => told.push(String(bytes)))
  return told
}

/** Whether somebody listens on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
