import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useSubscribe, useUnsubscribe } from './queries.ts'

const patientId = '10000000-0000-4000-8000-000000000001'
const profile = { id: patientId } as Profile
const terms = { trialDays: 7, firstAmount: 0, amount: 1900 } as unknown as PlanTerms['terms']
const offer = { planId: 'plus', terms, currency: 'EUR' } as PlanTerms

test.each([
  [
    'the plan and the terms that were read are what begins',
    () => given(() => useSubscribe(profile, offer)).mutateAsync({}),
    asks(subscribe, { patientId, planId: 'plus', shown: terms }),
  ],
  [
    'another card for what runs already',
    () => given(() => useSubscribe(profile, null)).mutateAsync({ newCard: true }),
    asks(subscribe, { patientId, newCard: true }),
  ],
  [
    'the one that is looked at is given up',
    () => given(() => useUnsubscribe(profile)).mutateAsync('s-1'),
    asks(unsubscribe, { patientId, subscriptionId: 's-1' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
