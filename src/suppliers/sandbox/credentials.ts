/**
 * What the sandbox suppliers let in, by supplier code: the seed stores these as the sandbox connections' credentials.
 * They open nothing but the sandbox.
 */
export const SANDBOX_CREDENTIALS = {
  expedia_rapid: { apiKey: 'sandbox-rapid-key', sharedSecret: 'sandbox-rapid-secret' },
} as const
