/**
 * The credentials that the sandbox suppliers accept, by supplier code. The seed stores them as those of the sandbox connections.
 * They give access to the sandbox only.
 */
export const SANDBOX_CREDENTIALS = {
  expedia_rapid: { apiKey: 'sandbox-rapid-key', sharedSecret: 'sandbox-rapid-secret' },
  hotelbeds: { apiKey: 'sandbox-hotelbeds-key', secret: 'sandbox-hotelbeds-secret' },
  ratehawk: { keyId: '4711', apiKey: 'sandbox-ratehawk-key' },
  liteapi: { apiKey: 'sand_sandbox-liteapi-key' },
} as const
