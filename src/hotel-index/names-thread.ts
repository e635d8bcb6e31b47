/** A thread that makes the names of an edition, and ends: what the making takes of memory, some hundreds of bytes a hotel, ends with it. */
import { parentPort, workerData } from 'node:worker_threads'
import { readEdition } from './edition.ts'
import type { NamesData } from './hold-columns.ts'
import { makeNameColumns } from './names/name-columns.ts'
import { shareNames } from './shared-columns.ts'

// Only `hold-columns.ts` passes this data.
const { number, columns, places } = workerData as NamesData
const known = new Map(places.map((place) => [place.placeId, place]))
parentPort?.postMessage(shareNames(await makeNameColumns(readEdition(number, columns), known)), [])
