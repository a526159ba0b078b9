import { readFileSync } from 'node:fs'
import { credentials } from '@cuida/simulators/credentials.ts'
import { fillTemplate, templateOf } from '@cuida/simulators/twilio/templates.ts'
import { expect, test } from 'vitest'
import { messagesContract } from './contract.ts'
import { twilioMessages } from './twilio.ts'

const { accountSid, authToken, from, verifyService } = credentials.twilio

messagesContract({
  provider: 'twilio',
  adapter: (simulators, { timeoutMs, key = authToken } = {}) =>
    twilioMessages({
      baseUrl: `${simulators.url}/simulators/twilio`,
      verifyBaseUrl: `${simulators.url}/simulators/twilio`,
      accountSid,
      authToken: key,
      from,
      verifyService,
      timeoutMs,
    }),
  approved: {
    // The demo's template `moved` in Spanish.
    template: {
      sid: 'HXd94f693a8afdcfc6f9301af57998b84d',
      variables: ['Salud & Co', 'lunes 3', 'https://c.example/1'],
    },
    says: /Salud & Co.*lunes 3.*https:\/\/c\.example\/1/,
  },
  noteOf: ({ body, headers }, url) => ({ url, body: body.toString(), signature: headers['x-twilio-signature'] }),
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

test.each(['vida-ligera', 'bem-leve'])(
  'every template that %s names is approved, with the same number of placeholders',
  (partner) => {
    const bundle = readFileSync(new URL(`../../../content/partners/${partner}/config.json`, import.meta.url), 'utf8')
    const { whatsappTemplates } = JSON.parse(bundle).partnerConfig as {
      whatsappTemplates: Record<string, { variables: string[]; sids: Record<string, string> }>
    }
    const named = Object.entries(whatsappTemplates).flatMap(([name, { variables, sids }]) =>
      Object.entries(sids).map(([locale, sid]) => ({ of: `${name} ${locale}`, sid, variables })),
    )
    const values = (variables: string[]) => Object.fromEntries(variables.map((value, at) => [String(at + 1), value]))
    const isWrong = ({ sid, variables }: (typeof named)[number]) =>
      fillTemplate(templateOf(sid) ?? '', values(variables)) === undefined || !templateOf(sid)
    expect(named.filter(isWrong).map(({ of }) => of)).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  },
)
