import type { TestDatabase } from './database.ts'
import { type StartedGateway } from './gateway.ts'
import { httpClient } from './http-client.ts'
import { until } from './until.ts'

/**
 * Multiplies every organization's rate limits by `factor`, and returns when each gateway applies the new ones: a process caches
 * an organization's limits for two seconds.
 */
export async function raiseLimits(
  database: TestDatabase,
  gateways: readonly StartedGateway[],
  factor: number,
): Promise<void> {
  const before = await Promise.all(gateways.map(policyOf))
  await database.query('UPDATE organizations SET rate_limit_factor = $1', [factor])
  for (const [index, gateway] of gateways.entries())
    await until('the new limits', async () => (await policyOf(gateway)) !== before[index])
}

/** How many points a class has, as answers say it. */
async function policyOf(gateway: StartedGateway): Promise<string> {
  const { headers } = await httpClient(gateway).get('/hotels/bookings')
  const policy = headers.get('ratelimit-policy')
  if (policy === null) throw new Error('an answer without RateLimit-Policy')
  return policy
}
