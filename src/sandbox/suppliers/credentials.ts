/**
 * What the sandbox suppliers let in, by supplier code: the seed stores these as the sandbox connections' credentials.
 * They open nothing but the sandbox.
 */
export const SANDBOX_CREDENTIALS = {
  expedia_rapid: { apiKey: 'sandbox-rapid-key', sharedSecret: 'sandbox-rapid-secret' },
  hotelbeds: { apiKey: 'sandbox-hotelbeds-key', secret: 'sandbox-hotelbeds-secret' },
  ratehawk: { keyId: '4711', apiKey: 'sandbox-ratehawk-key' },
  liteapi: { apiKey: 'sand_sandbox-liteapi-key' },
} as const
