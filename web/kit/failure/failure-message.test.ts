import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { NeedsReload } from '@cuida/ui/lazy/load-with-retry.ts'
import { beforeAll, expect, test } from 'vitest'
import { failureMessage } from './FailureAlert.tsx'

// The texts themselves are checked against the specification in content/specified-messages.test.ts.
const MESSAGES = {
  'brand.error.generic': 'The general sentence.',
  'brand.error.offline': 'You are offline.',
  'brand.error.tooMany': 'Too many tries.',
  'brand.error.unavailable': 'Not available.',
  'brand.error.INVALID': 'Something is missing.',
  'ui.newBuild.title': 'There is a new version',
  'ui.newBuild.text': 'Reload.',
}
beforeAll(() => loadMessages('en', MESSAGES))

const failed = (status: number, code: string) => new CallFailed(status, 'trace-1', { code })

test.each([
  ['a known code has its own message', failed(400, 'INVALID'), MESSAGES['brand.error.INVALID']],
  ['an unknown code has the general message', failed(409, 'SOMETHING_NEW'), MESSAGES['brand.error.generic']],
  ['a foreign reply has the general message', failed(404, ''), MESSAGES['brand.error.generic']],
  ['a bug of the app has the general message', new TypeError('x is undefined'), MESSAGES['brand.error.generic']],
  ['a thrown value that is no error has the general message', 'lost', MESSAGES['brand.error.generic']],
  [
    'a server error has the message of an unavailable server, whatever its code',
    failed(503, 'INVALID'),
    MESSAGES['brand.error.unavailable'],
  ],
  ['a rate limit has its own message', failed(429, 'RATE_LIMITED'), MESSAGES['brand.error.tooMany']],
  ['an outdated page asks for a reload', new NeedsReload(true), 'There is a new version. Reload.'],
  ['a lost network has its own message', failed(0, OFFLINE), MESSAGES['brand.error.offline']],
])('%s [A5.3] [A8.13] [B8.10]', (_, failure, text) => expect(failureMessage(failure)).toBe(text))
