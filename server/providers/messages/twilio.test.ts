import { credentials } from '@cuida/twins/credentials.ts'
import { messagesContract } from './contract.ts'
import { twilioMessages } from './twilio.ts'

const { accountSid, authToken, from, verifyService } = credentials.twilio

messagesContract({
  provider: 'twilio',
  adapter: (twins, { timeoutMs, key = authToken } = {}) =>
    twilioMessages({
      baseUrl: `${twins.url}/twins/twilio`,
      verifyBaseUrl: `${twins.url}/twins/twilio`,
      accountSid,
      authToken: key,
      from,
      verifyService,
      timeoutMs,
    }),
  approved: {
    // Of the demo: `moved` in Spanish.
    template: {
      sid: 'HXd94f693a8afdcfc6f9301af57998b84d',
      variables: ['Salud & Co', 'lunes 3', 'https://c.example/1'],
    },
    says: /Salud & Co.*lunes 3.*https:\/\/c\.example\/1/,
  },
  noteOf: ({ body, headers }, url) => ({ url, body: body.toString(), signature: headers['x-twilio-signature'] }),
  // The vendor's own magic numbers.
  refusedNumbers: {
    '600': 'NUMBER_INVALID',
    '+15005550001': 'NUMBER_INVALID',
    '+15005550003': 'REGION_CLOSED',
    '+15005550004': 'OPTED_OUT',
    '+15005550009': 'NOT_MOBILE',
  },
  refusedForCodes: {
    '600': 'NUMBER_INVALID',
    '+15005550001': 'NUMBER_INVALID',
    '+15005550003': 'REGION_CLOSED',
    '+15005550009': 'NOT_MOBILE',
  },
})
