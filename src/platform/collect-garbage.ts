import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all garbage of this thread, now; some 100 ms. V8 leaves what a start has left behind, hundreds of megabytes after reading
 * a large catalogue, until the thread allocates again, and one that mostly waits never does.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // The flag makes new contexts have this function.
  const collect = runInNewContext('gc') as () => void
  collect()
}
