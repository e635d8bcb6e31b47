import { runBatch } from '../batch.ts'
import { startProcess } from '../process.ts'
import type { World } from '../world.ts'
import type { Defect } from './defects.ts'
import { loadDefective } from './load.ts'

/** A change of the code moves every seed a little, so some batches from a defect's own seed on are played. */
const BATCHES = 120

/**
 * Shows for each of the old defects, which are taken from the queue, that the simulator finds it, and nothing at the same seed
 * without it. Returns one line for each that fails.
 */
export async function proveDefects(world: World, queue: Defect[]): Promise<string[]> {
  const failures: string[] = []
  for (let defect = queue.shift(); defect; defect = queue.shift()) {
    const failure = await prove(world, defect)
    if (failure !== null) failures.push(failure)
  }
  return failures
}

async function prove(world: World, { name, was, seed: first, only, shows }: Defect): Promise<string | null> {
  const { startProcess: startDefective } = await loadDefective(name)
  for (let seed = first; seed < first + BATCHES; seed++) {
    const { faults } = await runBatch(world, { seed, only, start: startDefective })
    const found = faults.find((fault) => shows.test(fault))
    if (found === undefined) continue
    console.log(`${name}, seed ${seed}${only === null ? '' : ` of ${only.join(',')}`}: ${found}`)
    const clean = await runBatch(world, { seed, only, start: startProcess })
    return clean.faults.length === 0 ? null : `without ${name}, at seed ${seed}: ${clean.faults.join('; ')}`
  }
  return `${name} is not found at seeds ${first} to ${first + BATCHES - 1}: ${was}`
}
