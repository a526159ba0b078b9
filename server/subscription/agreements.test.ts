import { subscribe } from '@cuida/core/subscription/api.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import { agreeToDocuments } from '../brand/consent/test-consents.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import {
  cancelTestSubscription,
  createPendingSubscriber,
  createSubscriber,
  readSubscription,
  resubscribe,
  type Subscriber,
  syncTestSubscription,
  UNREACHABLE_URL,
} from './test-subscribers.ts'

const context = await createTestContext({ env: UNREACHABLE_URL })
afterEach(() => vi.restoreAllMocks())

const agree = (patient: TestPatient) => agreeToDocuments(context, patient)

function changeTerms(): void {
  const real = context.services.content.policyDocument
  vi.spyOn(context.services.content, 'policyDocument').mockImplementation((slug, locale) => {
    const document = real(slug, locale)
    return slug === 'terms-and-conditions' && document ? { ...document, title: `New ${document.title}` } : document
  })
}
const DUE = { status: 409, body: { code: 'AGREEMENT_DUE' } }
const rowsOf = ({ accountId }: TestPatient) =>
  context.db`select status, pending_change from subscription where account_id = ${accountId}`

test('a patient who has not agreed to the current documents cannot subscribe until they do [B7.22]', async () => {
  const ana = await newPatient(context)
  await agree(ana)
  changeTerms()
  expect(await context.sendCall(subscribe, { patientId: ana.patientId }, { token: ana.token })).toMatchObject(DUE)
  expect(await rowsOf(ana)).toEqual([])
  await agree(ana)
  expect((await createPendingSubscriber(context, ana)).id).toBeDefined()
})

test('a subscription without a card waits for the agreement as well', async () => {
  const ana = await newPatient(context)
  await agree(ana)
  const pendingSubscriber = await createPendingSubscriber(context, ana)
  changeTerms()
  expect(await resubscribe(pendingSubscriber)).toMatchObject(DUE)
})

test('keeping a cancelled subscription needs the agreement; a running one goes on, and a new card needs none', async () => {
  const ana: Subscriber = await createSubscriber(context)
  await agree(ana)
  changeTerms()
  const card = { patientId: ana.patientId, newCard: true }
  expect((await context.sendCall(subscribe, card, { token: ana.token })).status).toBe(200)
  await cancelTestSubscription(ana)
  await syncTestSubscription(ana)
  expect(await resubscribe(ana)).toMatchObject(DUE)
  expect((await readSubscription(ana)).cancelAtPeriodEnd).toBe(true)
  await agree(ana)
  expect((await resubscribe(ana)).status).toBe(200)
})
