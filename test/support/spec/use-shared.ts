import { hasShared, NO_SHARED } from './shared.ts'

/** Global setup of `npm run test:spec`: ends the run with one sentence, where an error would add Vitest's stack. */
export default function refuseWithoutShared(): void {
  if (hasShared()) return
  console.error(NO_SHARED)
  process.exit(1)
}
