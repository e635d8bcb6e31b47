import { MINUTE_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/**
 * Points a minute by class: decisions.md section 10. Each class has a bucket of its own, so that looking up a booking is
 * never starved by searching.
 */
export const RATE_CLASSES = {
  search: 120,
  search_live: 30,
  polling: 600,
  rooms: 120,
  prebook: 60,
  book: 60,
  cancel: 60,
  status: 600,
  static: 300,
} as const
export type RateClass = keyof typeof RATE_CLASSES

export type RateOutcome = {
  readonly allowed: boolean
  readonly rateClass: RateClass
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  readonly resetSeconds: number
}

/** Takes one point from an organization's bucket; shared by all processes. */
export type ConsumeRate = (organizationId: string, rateClass: RateClass) => Promise<RateOutcome>

export const createConsumeRate =
  ({ cache, tenants }: Pick<Deps, 'cache' | 'tenants'>): ConsumeRate =>
  async (organizationId, rateClass) => {
    const { organization } = await tenants.of(organizationId)
    const points = organization.rateLimits[rateClass] ?? RATE_CLASSES[rateClass] * organization.rateLimitFactor
    const { allowed, limit, remaining, resetMs } = await cache.limits.consume(`rate:${organizationId}:${rateClass}`, {
      points,
      windowMs: MINUTE_MS,
    })
    const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
    return { allowed, rateClass, limit, remaining, windowSeconds: MINUTE_MS / 1_000, resetSeconds }
  }

/** The IETF RateLimit fields: the policy, and what is left of it. */
export const rateHeaders = (rate: RateOutcome): Record<string, string> => ({
  'ratelimit-policy': `"${rate.rateClass}";q=${rate.limit};w=${rate.windowSeconds}`,
  ratelimit: `"${rate.rateClass}";r=${rate.remaining};t=${rate.resetSeconds}`,
})
