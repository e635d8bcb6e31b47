import { runBatch } from '../batch.ts'
import { startProcess } from '../process.ts'
import type { World } from '../world.ts'
import { DEFECTS } from './defects.ts'
import { loadDefective } from './load.ts'

/** Shows for each old defect that the simulator finds it at its seed, and finds nothing there without it. One line for each that fails. */
export async function proveDefects(world: World): Promise<string[]> {
  const failures: string[] = []
  const clean = new Map<number, readonly string[]>()
  for (const { name, seed, shows, was } of DEFECTS) {
    const { startProcess: startDefective } = await loadDefective(name)
    const { faults } = await runBatch(world, seed, startDefective)
    const found = faults.find((fault) => shows.test(fault))
    console.log(`${name}, seed ${seed}: ${found ?? 'not found'}`)
    if (found === undefined) failures.push(`${name} (${was}) is not found at seed ${seed}; found: ${faults.join('; ')}`)
    clean.set(seed, clean.get(seed) ?? (await runBatch(world, seed, startProcess)).faults)
  }
  for (const [seed, faults] of clean)
    if (faults.length > 0) failures.push(`without any defect, seed ${seed}: ${faults.join('; ')}`)
  return failures
}
