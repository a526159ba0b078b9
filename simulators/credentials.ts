/**
 * The credentials that the simulators accept: demo values that open nothing outside this machine. The server uses the
 * same literals for the simulators (server/providers/index.ts); a test compares both.
 */
export const credentials = {
  monei: { apiKey: 'pk_test_cuida_simulator', accountId: 'cuida-simulator-account' },
  mercadopago: {
    accessToken: 'TEST-cuida-simulator-access-token',
    publicKey: 'TEST-cuida-simulator-public-key',
    webhookSecret: 'cuida-simulator-webhook-secret',
  },
  twilio: {
    accountSid: 'AC00000000000000000000000000c01da0',
    authToken: 'cuida-simulator-auth-token',
    from: '+15005550006',
    verifyService: 'VA00000000000000000000000000c01da0',
  },
  serpro: { consumerKey: 'cuida-simulator-consumer-key', consumerSecret: 'cuida-simulator-consumer-secret' },
  memed: { apiKey: 'cuida-simulator-memed-key', secretKey: 'cuida-simulator-memed-secret' },
  medikit: { apiKey: 'cuida-simulator-medikit-key' },
  omie: { appKey: '38333295000', appSecret: 'cuida-simulator-omie-secret' },
  sentry: { publicKey: 'c01da000000000000000000000000001', project: '1' },
  mail: { user: 'cuida-simulator', password: 'cuida-simulator-mail-password' },
  zendesk: { keyId: 'app_cuida_simulator', secret: 'cuida-simulator-zendesk-secret' },
  ga4: { apiSecret: 'cuida-simulator-ga4-secret' },
  fcm: {
    project: 'cuida-simulator',
    clientEmail: 'push@cuida-simulator.iam.gserviceaccount.com',
    keyId: 'cuida-simulator-key',
    publicKey: {
      kty: 'RSA',
      e: 'AQAB',
      n: [
        'r1dUuSp33AC2lSPd6R1BCxvZC7juArR5hh0ikU8bOlZKcW9bW2OvuoDP_uteT7MdH5fJp-h1STe1PnfIcJMcqREX3mYa4UN5XfTR',
        'FbO65I_-gRG4P3tyIkhhVPFc1PyPDh5tRQgiBQozskIAk-g8d8zZLmdNSKYz6NgP8SaySaAlwe1xW41Be2QYVwsqZnz28xNbbOHk',
        'owJeGWia5EhZABNTBYFrDJR2jC5mEkg3XKG29QyfsS7pG7mQiLDXq7sgmYG3WwS9hHpfuRwEL0aA4LLdrvJnwPESaP-3sEdCufaM',
        'RTbqwPd7CanWOtjW87QtFZIC7XcH_bvqb0P2w0reCQ',
      ].join(''),
    },
  },
  apns: {
    keyId: 'CUIDATWIN1',
    teamId: 'TWINTEAM01',
    topic: 'example.cuida.simulator',
    publicKey: {
      kty: 'EC',
      crv: 'P-256',
      x: '83py-AfZ0HsxufirQJDjCWVZ1oUvz0D997z4AQqrW-0',
      y: 'BFGDwMbbsfa-TdB6Kd5JRAO5GfEXLqirsHccihqK0AQ',
    },
  },
  google: { clientId: 'cuida-simulator.apps.googleusercontent.com', clientSecret: 'cuida-simulator-client-secret' },
} as const
