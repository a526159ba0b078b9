/**
 * What the twins accept: demo values that open nothing outside this machine. The server falls back to the same
 * literals when it talks to the twins (server/providers/index.ts); a test keeps the two in step.
 */
export const credentials = {
  monei: { apiKey: 'pk_test_cuida_twin', accountId: 'cuida-twin-account' },
  mercadopago: {
    accessToken: 'TEST-cuida-twin-access-token',
    publicKey: 'TEST-cuida-twin-public-key',
    webhookSecret: 'cuida-twin-webhook-secret',
  },
  twilio: {
    accountSid: 'AC00000000000000000000000000c01da0',
    authToken: 'cuida-twin-auth-token',
    from: '+15005550006',
    verifyService: 'VA00000000000000000000000000c01da0',
  },
  serpro: { consumerKey: 'cuida-twin-consumer-key', consumerSecret: 'cuida-twin-consumer-secret' },
  memed: { apiKey: 'cuida-twin-memed-key', secretKey: 'cuida-twin-memed-secret' },
  medikit: { apiKey: 'cuida-twin-medikit-key' },
  omie: { appKey: '38333295000', appSecret: 'cuida-twin-omie-secret' },
  sentry: { publicKey: 'c01da000000000000000000000000001', project: '1' },
  mail: { user: 'cuida-twin', password: 'cuida-twin-mail-password' },
  zendesk: { keyId: 'app_cuida_twin', secret: 'cuida-twin-zendesk-secret' },
  google: { clientId: 'cuida-twin.apps.googleusercontent.com', clientSecret: 'cuida-twin-client-secret' },
} as const
