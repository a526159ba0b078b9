import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { NeedsReload } from '@cuida/ui/lazy/keep-trying.ts'
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
  ['a code that has words, in them', failed(400, 'INVALID'), MESSAGES['brand.error.INVALID']],
  ['a code that has none, in the general ones', failed(409, 'SOMETHING_NEW'), MESSAGES['brand.error.generic']],
  ['no answer of ours', failed(404, ''), MESSAGES['brand.error.generic']],
  ['a fault of the app itself', new TypeError('x is undefined'), MESSAGES['brand.error.generic']],
  ['what is not even an error', 'lost', MESSAGES['brand.error.generic']],
  ['a server that fails, whatever code it says', failed(503, 'INVALID'), MESSAGES['brand.error.unavailable']],
  ['a spent rate limit', failed(429, 'RATE_LIMITED'), MESSAGES['brand.error.tooMany']],
  ['a page that is older than the server', new NeedsReload(true), 'There is a new version. Reload.'],
  ['no network', failed(0, OFFLINE), MESSAGES['brand.error.offline']],
])('%s [A5.3] [A8.13] [B8.10]', (_, failure, text) => expect(failureMessage(failure)).toBe(text))
