import { setPatience } from '../../src/platform/patience.ts'

/** Files of a worker follow each other in one process: a gateway of the file before has left its patience. */
setPatience(1)
