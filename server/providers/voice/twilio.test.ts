import { credentials } from '@cuida/simulators/credentials.ts'
import { expect, test } from 'vitest'
import { twilioSignature } from '../twilio-signature.ts'
import { voiceContract } from './contract.ts'
import { twilioVoice } from './twilio.ts'

const { accountSid, authToken, from } = credentials.twilio

voiceContract({
  provider: 'twilio',
  adapter: (simulators, { timeoutMs, key = authToken } = {}) =>
    twilioVoice({
      baseUrl: `${simulators.url}/simulators/twilio`,
      accountSid,
      authToken: key,
      from,
      ...(timeoutMs ? { timeoutMs } : {}),
    }),
  refused: ['600', '+15005550001', '+15005550002', '+15005550003', '+15005550004'],
  from,
  noteOf: ({ body, headers }, url) => ({ url, body: body.toString(), signature: headers['x-twilio-signature'] }),
})

test('the documented example has the documented signature', () => {
  const signed = twilioSignature('token', 'https://api.example.test/webhooks/twilio', 'From=%2B34600000000&Body=hello')
  expect(signed).toBe('/WPyWcJveDV1bjl26nJTf5lN828=')
})
