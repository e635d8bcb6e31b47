import { MINUTE_MS } from '../../../domain/time.ts'
import { SANDBOX_CREDENTIALS } from '../credentials.ts'
import { createTokenSeal } from '../stock/token.ts'

/** How long a shopping link may be followed. */
export const LINK_LIFE_MS = 30 * MINUTE_MS

/** What a link is for: a token of one kind opens no other. */
export type LinkKind = 'price_check' | 'book' | 'additional_rates' | 'retrieve' | 'resume' | 'release' | 'cancel_room'

export const { sealToken, openToken } = createTokenSeal<LinkKind>(SANDBOX_CREDENTIALS.expedia_rapid.sharedSecret)
