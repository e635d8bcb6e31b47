import { type Issue, issue } from '../../domain/issue.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Returns every fault of a receiver's URL. Addresses are resolved and checked here, and again at each delivery. */
export async function checkEndpointUrl(deps: Deps, caller: Caller, text: string): Promise<Issue[]> {
  const url = new URL(text)
  const issues: Issue[] = []
  if (url.protocol !== 'https:' && caller.environment === 'production')
    issues.push(issue('url', 'HTTPS_REQUIRED', 'url must be https'))
  if (url.username !== '' || url.password !== '')
    issues.push(issue('url', 'CREDENTIALS_IN_URL', 'url must not carry credentials'))
  if (url.hash !== '') issues.push(issue('url', 'FRAGMENT_IN_URL', 'url must not have a fragment'))
  const allowed = await deps.webhooks.checkUrl(text, caller.organizationId)
  if (!allowed.ok) issues.push(issue('url', 'ADDRESS_REFUSED', `url cannot be delivered to: ${allowed.error}`))
  return issues
}
