import { type Random, randomAt } from '../support/random.ts'

/** Nothing may take longer. */
export const HANGS_AFTER_MS = 20_000

export type Finding = { readonly what: string; readonly request: string }

export type Run = {
  readonly seed: number
  readonly seconds: number
  readonly at: (index: number) => Random
}

/** FUZZ_SEED and FUZZ_SECONDS, else chance and `seconds`; the seed is printed, to be given again. */
export function readRun(facade: string, seconds: number, most = Number.POSITIVE_INFINITY): Run {
  const given = process.env['FUZZ_SEED']
  const seed = given ? Number(given) : Math.floor(Math.random() * 2 ** 31)
  const limit = Math.min(most, Number(process.env['FUZZ_SECONDS'] || seconds))
  console.log(`fuzzing ${facade} for ${limit} s: FUZZ_SEED=${seed}`)
  return { seed, seconds: limit, at: (index) => randomAt(seed, index) }
}

/** What no answer may hold: a stack, a path of ours, a statement. */
const LEAK =
  /\bat [^\n"]{0,120}[(\s](?:file:|node:|\/)[^\n"]{0,200}:\d+:\d+|node_modules|\/(?:src|work|root|home|tmp)\/|file:\/\/|\.ts:\d+|PrismaClient|\bSELECT\b.{1,200}\bFROM\b/

export function leakIn(text: string): string | null {
  const found = LEAK.exec(text)
  return found ? `a leak: ${text.slice(Math.max(0, found.index - 60), found.index + 200)}` : null
}

/** `send` for each index until the time is over, some at once. What it finds wrong is kept, each kind once. */
export async function fuzzFor(
  { seconds }: Run,
  send: (index: number) => Promise<Finding | null>,
  atOnce = 6,
): Promise<{ readonly sent: number; readonly findings: Finding[] }> {
  const endsAt = performance.now() + seconds * 1_000
  const findings = new Map<string, Finding>()
  let sent = 0
  async function worker(): Promise<void> {
    while (performance.now() < endsAt && findings.size < 25) {
      const finding = await send(sent++)
      // Alike but for their ids and numbers: one is enough.
      if (finding) findings.set(finding.what.replace(/[a-z]+_[0-9A-Z]{20,}\w*|\d+/g, '#').slice(0, 160), finding)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { sent, findings: [...findings.values()] }
}
