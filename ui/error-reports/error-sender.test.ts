import { reportClientError } from '@cuida/core/kit/error-report-api.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { CallFailed } from '../client/call-failed.ts'
import type { Send } from '../client/send.ts'
import { createErrorSender } from './error-sender.ts'

const TRACE = '0123456789abcdef0123456789abcdef'
function telling() {
  const send = vi.fn<(call: unknown, input?: unknown, options?: unknown) => Promise<null>>(async () => null)
  return { send, tell: createErrorSender({ program: 'app', send: send as unknown as Send, screen: () => 'profile' }) }
}
const planted = (stack: string) =>
  Object.assign(new TypeError('canary@example.com\n    at canary (https://x/assets/canary.js:1:1)'), { stack })

test.each([
  [
    'Chromium',
    'TypeError: canary@example.com\n    at canary (https://x/assets/canary.js:1:1)\n    at Ana (https://clinic.example/assets/a1B2.js:1:2345)\n    at https://clinic.example/desk/assets/c3.js:7:8\n    at https://elsewhere.example/canary.js:1:1',
  ],
  ['Firefox', 'Ana@https://clinic.example/assets/a1B2.js:1:2345\n@https://clinic.example/desk/assets/c3.js:7:8\n'],
])('a report has only the kind of error, the screen and frames of our scripts (%s)', async (_, stack) => {
  const { send, tell } = telling()
  await tell(planted(stack), TRACE, true)
  const [_url, body] = send.mock.calls[0] ?? []
  expect(body).toEqual({
    program: 'app',
    name: 'TypeError',
    screen: 'profile',
    traceId: TRACE,
    isHandled: true,
    frames: [
      { file: 'assets/a1B2.js', line: 1, column: 2345 },
      { file: 'desk/assets/c3.js', line: 7, column: 8 },
    ],
  })
  expect(v.is(reportClientError.body, body)).toBe(true)
})

test('refusals and aborted requests are not reported', async () => {
  const { send, tell } = telling()
  await tell(new CallFailed(500, TRACE, {}), TRACE, false)
  await tell(new DOMException('x', 'AbortError'), TRACE, false)
  expect(send).not.toHaveBeenCalled()
})

test('a page sends at most five reports, and a rejection may be any value', async () => {
  const { send, tell } = telling()
  for (let n = 0; n < 9; n += 1) await tell('canary', TRACE, false)
  expect(send).toHaveBeenCalledTimes(5)
  expect(JSON.stringify(send.mock.calls)).not.toContain('canary')
})
