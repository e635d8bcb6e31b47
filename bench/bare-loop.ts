import { Worker } from 'node:worker_threads'

/** What a search mostly does: a text of JSON is read and written, in memory of its own. */
const LOOP = `
  const { parentPort, workerData } = require('node:worker_threads')
  const hotels = Array.from({ length: 200 }, (_, id) => ({ id, name: 'hotel ' + id, price: id * 3.5, tags: ['a', 'b'] }))
  function run(ms) {
    const since = performance.now()
    let loops = 0
    while (performance.now() - since < ms) {
      JSON.parse(JSON.stringify(hotels))
      loops++
    }
    return (loops / (performance.now() - since)) * 1_000
  }
  run(50)
  parentPort.on('message', () => parentPort.postMessage(run(workerData)))
  parentPort.postMessage('warm')
`

/**
 * How many loops a second so many threads make together that share nothing. It says what the machine has to give at this moment: a
 * virtual processor is often less than one, and the second one least when both are asked.
 */
export async function bareLoopsPerSecond(threads: number, ms: number): Promise<number> {
  const workers = Array.from({ length: threads }, () => new Worker(LOOP, { eval: true, workerData: ms }))
  try {
    await Promise.all(workers.map(said))
    const rates = workers.map((worker) => said(worker) as Promise<number>)
    for (const worker of workers) worker.postMessage('go', [])
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function said(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
