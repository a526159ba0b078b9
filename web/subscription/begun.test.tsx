import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { SubscriptionProgress } from './SubscriptionProgress.tsx'
import type { SubscriptionState } from './use-subscription-state.ts'

beforeEach(() =>
  loadMessages('en', {
    'subscription.error.AGREEMENT_DUE': ['Agree first.'],
    'subscription.error.AGREEMENT_DUE.action': ['Read and agree'],
    'subscription.error.OFFER_CHANGED': ['It changed.'],
  }),
)

const renderFailure = (code: string) =>
  renderToString(
    <SubscriptionProgress
      subscriptionState={
        { askFailure: new CallFailed(409, 'trace', { code }) } as Partial<SubscriptionState> as SubscriptionState
      }
    />,
  )

test('only a person with a document to agree to is led there first', () => {
  expect(renderFailure('AGREEMENT_DUE')).toContain('Agree first.')
  expect(renderFailure('AGREEMENT_DUE')).toMatch(/<a[^>]*href="[^"]*agreements"[^>]*>.*Read and agree/)
  expect(renderFailure('OFFER_CHANGED')).toContain('It changed.')
  expect(renderFailure('OFFER_CHANGED')).not.toContain('<a')
})
