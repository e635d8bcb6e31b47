import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, UsageError, type Values } from './command.ts'
import { io, note } from './io.ts'

const MAX_CHARACTERS = 65_536

/**
 * Replaces each secret option by its content: `-` reads the standard input, `@path` a file, `env:NAME` a variable. A secret on
 * the command line itself is visible in the process list and the shell's history, so it is accepted with a warning.
 */
export async function readSecrets({ secrets = [] }: Command, values: Values): Promise<Values> {
  const read = { ...values }
  for (const name of secrets) {
    const given = values[name]
    if (typeof given === 'string') read[name] = await readSecret(name, given)
  }
  return read
}

async function readSecret(name: string, given: string): Promise<string> {
  const found = await contentOf(name, given)
  if (found.length > MAX_CHARACTERS) throw new UsageError(`--${name} is longer than ${MAX_CHARACTERS} characters`)
  return found.trim()
}

async function contentOf(name: string, given: string): Promise<string> {
  if (given === '-') return text(io().stdin)
  if (given.startsWith('@')) return contentOfFile(name, given.slice(1))
  if (given.startsWith('env:')) {
    const value = io().env[given.slice('env:'.length)]
    if (value === undefined) throw new UsageError(`--${name}: there is no variable ${given.slice('env:'.length)}`)
    return value
  }
  note(
    `warning: --${name} on the command line is visible to every user of this machine: use -, @file or env:NAME instead`,
  )
  return given
}

async function contentOfFile(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--${name}: ${path} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
