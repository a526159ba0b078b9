import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailureAlert } from './FailureAlert.tsx'

loadMessages('en', {
  'ui.trace': ['Tell us this code:'],
  'brand.error.generic': ['That did not work'],
  'brand.error.unavailable': ['We are not available'],
})
const TRACE = '0123456789abcdef0123456789abcdef'
const renderAlert = (status: number, heading?: string) =>
  renderToString(
    <FailureAlert failure={new CallFailed(status, TRACE, { code: 'X' })} {...(heading ? { heading } : {})} />,
  )

test.each([[undefined], ['Not paid']])('an unexpected failure shows its trace id under %s', (heading) => {
  expect(renderAlert(500, heading)).toContain(TRACE)
  expect(renderAlert(503, heading)).toContain(TRACE)
})

test('a refusal shows no trace id, because its message says what to do', () => {
  expect(renderAlert(409)).not.toContain(TRACE)
  expect(renderAlert(0)).not.toContain(TRACE)
})
