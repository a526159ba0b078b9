import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { listCards, removeCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { MAX_SAVED_CARDS } from '@cuida/core/kit/assumptions.ts'
import { CARD_TOKENS, jsonRequest } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPatient, productFor, type TestPatient } from '../../booking/test-people.ts'
import { closeAccount } from '../../profile/deletion/deletion-store.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import {
  advanceCheckoutTime,
  authorisePayment,
  createCardToken,
  createCheckout,
  orderWithCard,
  planPaymentFault,
  readLedger,
  readOrder,
  readOrderMoney,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'

const PARTNERS = [
  { partner: 'vida-ligera', mask: '•••• 4422', type: 'visa', provider: 'monei' },
  { partner: 'bem-leve', mask: '•••• 6351', type: 'master', provider: 'mercadopago' },
] as const

describe.each(PARTNERS)('saved cards at $partner', ({ partner, mask, type, provider }) => {
  let context: TestContext
  let product: Product
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false })
    product = await productFor(context, 'scheduled')
  })
  afterAll(() => context.close())

  const cardsOf = async ({ token }: TestPatient) => (await context.sendCall(listCards, {}, { token })).body.items
  const storeCard = async ({ token }: TestPatient, card: 'good' | 'challenge' | 'declined' = 'good') => {
    const sessionId = crypto.randomUUID()
    return context.sendCall(
      saveCard,
      { cardToken: await createCardToken(context, card, sessionId), sessionId },
      { token },
    )
  }
  /** With the security code typed again, where the provider requires it. */
  const withKept = async (cardId: string | null, savedCardId: string) => ({
    savedCardId,
    isSavedCard: true,
    ...(cardId ? { cardToken: await tokenOfKept(context, cardId) } : {}),
  })
  const pay = async (patient: TestPatient, more: Record<string, unknown>, card: 'good' | undefined = undefined) => {
    const at = await createCheckout(context, product, { patient })
    return orderWithCard(context, at, card, more)
  }

  test('a card is saved once it has paid, with its mask and without its number', async () => {
    const patient = await newPatient(context)
    const { body } = await pay(patient, { saveCard: true }, 'good')
    expect(await cardsOf(patient)).toEqual([])
    await runCheckoutJobs(context)
    expect(await cardsOf(patient)).toEqual([
      {
        id: expect.any(String),
        cardType: type,
        maskedCardNumber: mask,
        expiryYear: 2034,
        expiryMonth: provider === 'monei' ? 12 : 11,
        cardId: provider === 'monei' ? null : expect.any(String),
      },
    ])
    expect((await readOrder(context, patient, body.workflowId)).status).toBe('ACTIVE')
    const [attempt] =
      await context.db`select token, saves_card from payment_attempt where order_id = ${body.workflowId}`
    expect(attempt).toEqual({ token: null, saves_card: false })
  })

  test('a card is not saved without the patient’s request or when its payment was refused', async () => {
    const patient = await newPatient(context)
    await pay(patient, {}, 'good')
    const at = await createCheckout(context, product, { patient })
    await orderWithCard(context, at, 'declined', { saveCard: true })
    await runCheckoutJobs(context)
    expect(await cardsOf(patient)).toEqual([])
  })

  test('a saved card pays again, once, and is not saved twice [B1.5]', async () => {
    const patient = await newPatient(context)
    await storeCard(patient)
    const [card] = await cardsOf(patient)
    const { body } = await pay(patient, { ...(await withKept(card?.cardId ?? null, card?.id ?? '')), saveCard: true })
    await runCheckoutJobs(context)
    expect(await readOrder(context, patient, body.workflowId)).toMatchObject({
      status: 'ACTIVE',
      maskedCardNumber: mask,
    })
    expect((await readOrderMoney(context, body.workflowId)).charged).toHaveLength(1)
    expect(await cardsOf(patient)).toHaveLength(1)
  })

  test('the same card saved by a payment and by hand is one card [B7.13]', async () => {
    const patient = await newPatient(context)
    await pay(patient, { saveCard: true }, 'good')
    const [first, second] = await Promise.all([storeCard(patient), storeCard(patient)])
    await runCheckoutJobs(context)
    expect([first?.status, second?.status]).toEqual([201, 201])
    expect(await cardsOf(patient)).toHaveLength(1)
  })

  test('a removed card is deleted at once, here and at the provider [B7.14]', async () => {
    const patient = await newPatient(context)
    const { body: card } = await storeCard(patient)
    expect((await context.sendCall(removeCard, { id: card.id }, { token: patient.token })).status).toBe(204)
    expect(await cardsOf(patient)).toEqual([])
    expect(await pay(patient, await withKept(card.cardId, card.id)).then(statusAndCodeOf)).toEqual([
      404,
      'CARD_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await context.sendCall(removeCard, { id: card.id }, { token: patient.token }))).toEqual([
      404,
      'CARD_NOT_FOUND',
    ])
    await runCheckoutJobs(context)
    expect(await context.db`select 1 from saved_card where id = ${card.id}`).toHaveLength(0)
    if (card.cardId) expect(await fetchProviderCards(context)).not.toContain(card.cardId)
  })

  test('a card that is removed during a payment pays that order and is deleted afterwards [B7.14]', async () => {
    const patient = await newPatient(context)
    const { body: card } = await storeCard(patient)
    const { body } = await pay(patient, await withKept(card.cardId, card.id))
    await context.sendCall(removeCard, { id: card.id }, { token: patient.token })
    const jobs = await context.db`select 1 from saved_card where id = ${card.id} and removed_at is not null`
    expect(jobs).toHaveLength(1)
    await runCheckoutJobs(context)
    expect((await readOrder(context, patient, body.workflowId)).status).toBe('ACTIVE')
    await context.db`update saved_card set removed_at = removed_at - interval '5 minutes' where id = ${card.id}`
    await runScheduledJobs(context)
    expect(await context.db`select 1 from saved_card where id = ${card.id}`).toHaveLength(0)
  })

  test('another account’s card can be neither charged nor removed', async () => {
    const owner = await newPatient(context)
    const thief = await newPatient(context)
    const { body: card } = await storeCard(owner)
    expect(await pay(thief, await withKept(card.cardId, card.id)).then(statusAndCodeOf)).toEqual([
      404,
      'CARD_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await context.sendCall(removeCard, { id: card.id }, { token: thief.token }))).toEqual([
      404,
      'CARD_NOT_FOUND',
    ])
    expect(await cardsOf(owner)).toHaveLength(1)
    expect(await cardsOf(thief)).toEqual([])
  })

  test('an order with a saved card must name the card [B3.5]', async () => {
    const { status, body } = await pay(await newPatient(context), { isSavedCard: true }, 'good')
    expect([status, body.fields]).toEqual([400, { savedCardId: 'REQUIRED' }])
  })

  test('a card whose answer was lost is saved, and a repeated request gets that answer', async () => {
    const patient = await newPatient(context)
    const sessionId = crypto.randomUUID()
    const card = { cardToken: await createCardToken(context, 'good', sessionId), sessionId }
    const how = { token: patient.token, headers: { 'idempotency-key': sessionId } }
    const [first, repeated] = [await context.sendCall(saveCard, card, how), await context.sendCall(saveCard, card, how)]
    expect(repeated).toMatchObject({ status: 201, body: first.body })
    expect(await cardsOf(patient)).toHaveLength(1)
  })

  test('a body with a card number is refused', async () => {
    const { token } = await newPatient(context)
    const answer = await context.sendCall(saveCard, { cardToken: '4444 4444 4444 4422' }, { token })
    expect(statusAndCodeOf(answer)).toEqual([400, 'CARD_NUMBER_REFUSED'])
  })

  test('an expired token saves no card [B8.5]', async () => {
    const { token } = await newPatient(context)
    const answer = await context.sendCall(saveCard, { cardToken: 'token-of-nothing' }, { token })
    expect(statusAndCodeOf(answer)).toEqual([409, 'CARD_NOT_SAVED'])
  })

  test('an account saves at most ten cards', async () => {
    const patient = await newPatient(context)
    for (let count = 0; count < MAX_SAVED_CARDS; count++) await insertCard(context, patient, provider)
    expect(statusAndCodeOf(await storeCard(patient))).toEqual([409, 'TOO_MANY_CARDS'])
  })

  test('cards are deleted with the account, here and at the provider', async () => {
    const patient = await newPatient(context)
    const { body: card } = await storeCard(patient)
    await context.db.begin((tx) => closeAccount(tx, patient.accountId, new Date()))
    await context.db`update saved_card set removed_at = removed_at - interval '5 minutes' where id = ${card.id}`
    await runScheduledJobs(context)
    expect(await context.db`select 1 from saved_card where id = ${card.id}`).toHaveLength(0)
    if (card.cardId) expect(await fetchProviderCards(context)).not.toContain(card.cardId)
  })

  test('when the provider is unavailable the card is saved later, once', async () => {
    const patient = await newPatient(context)
    const { body } = await pay(patient, { saveCard: true }, 'good')
    // The charge succeeds, and the call that saves the card fails.
    const path = provider === 'monei' ? 'GET /simulators/monei/v1/payments' : '/v1/customers'
    await planPaymentFault(context, '5xx', { provider, path })
    await runCheckoutJobs(context).catch(() => {})
    expect((await readOrder(context, patient, body.workflowId)).status).toBe('ACTIVE')
    expect(await cardsOf(patient)).toEqual([])
    await advanceCheckoutTime(context, 300)
    await runScheduledJobs(context)
    expect(await cardsOf(patient)).toHaveLength(1)
  })
})

describe('saved cards at MONEI', () => {
  let context: TestContext
  let product: Product
  beforeAll(async () => {
    context = await startTestContext({ demo: false })
    product = await productFor(context, 'scheduled')
  })
  afterAll(() => context.close())

  test('a card with a bank challenge is saved after the bank approved', async () => {
    const patient = await newPatient(context)
    const at = await createCheckout(context, product, { patient })
    const { body } = await orderWithCard(context, at, 'challenge', { saveCard: true })
    await runCheckoutJobs(context)
    expect((await context.sendCall(listCards, {}, { token: patient.token })).body.items).toEqual([])
    await authorisePayment(context, body.workflowId)
    await advanceCheckoutTime(context, 60)
    await runScheduledJobs(context)
    expect((await context.sendCall(listCards, {}, { token: patient.token })).body.items).toHaveLength(1)
  })

  test('without a payment such a card is not saved, and the patient is told', async () => {
    const { token } = await newPatient(context)
    const sessionId = crypto.randomUUID()
    const cardTokenOf = await createCardToken(context, 'challenge', sessionId)
    const answer = await context.sendCall(saveCard, { cardToken: cardTokenOf, sessionId }, { token })
    expect(statusAndCodeOf(answer)).toEqual([409, 'CARD_NOT_SAVED'])
  })

  test('verifying a card moves no money', async () => {
    const { token } = await newPatient(context)
    const sessionId = crypto.randomUUID()
    const newCardToken = await createCardToken(context, 'good', sessionId)
    const before = await chargesAt(context)
    expect((await context.sendCall(saveCard, { cardToken: newCardToken, sessionId }, { token })).status).toBe(201)
    expect(await chargesAt(context)).toEqual(before)
  })
})

async function insertCard({ db }: TestContext, { accountId }: TestPatient, provider: string): Promise<void> {
  const customer = provider === 'mercadopago' ? 'c1' : null
  await db`
    insert into saved_card (account_id, provider, fingerprint, provider_customer_id, provider_card_id, card_type,
      masked_card_number, expiry_month, expiry_year)
    values (${accountId}, ${provider}, ${crypto.randomUUID()}, ${customer}, 'x', 'visa', '•••• 4422', 12, 2034)`
}

async function tokenOfKept({ simulatorsUrl }: TestContext, cardId: string): Promise<string> {
  const reply = await fetch(simulatorsUrl + CARD_TOKENS, jsonRequest('POST', { card_id: cardId, security_code: '123' }))
  return ((await reply.json()) as { id: string }).id
}

const fetchProviderCards = async (context: TestContext) => (await readLedger(context)).savedCards.map(({ id }) => id)
const chargesAt = async (context: TestContext) => (await readLedger(context)).charges
