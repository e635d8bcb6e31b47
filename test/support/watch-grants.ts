import { Redis } from 'ioredis'

/** Where the script that takes calls has how many of them are sent in any case: behind its name, its number of keys, and 7 keys. */
const NOTED_AT = 3 + 7 + 8

/**
 * Watches which calls of a connection Redis allows, by its own clock: what the processes or the machine do afterwards moves no time of it.
 * Calls that are sent in any case, as those of bookings are, are left out. `times` are in ms.
 */
export async function watchGrants(url: string, connectionId: string) {
  const redis = new Redis(url)
  const monitor = await redis.monitor()
  const all = `calls:{${connectionId}}:all`
  const times: number[] = []
  let isNoted = false
  monitor.on('monitor', (_time: string, words: readonly string[], source: string) => {
    const [command = '', key = '', value] = words
    if (source !== 'lua' && words.some((word) => word.endsWith(all))) isNoted = words[NOTED_AT] !== '0'
    else if (source === 'lua' && command === 'LPUSH' && key.endsWith(all) && !isNoted) times.push(Number(value))
  })
  return {
    times,
    close: () => {
      monitor.disconnect()
      redis.disconnect()
    },
  }
}
