import { getCardEntry } from '@cuida/core/checkout/order/api.ts'
import { getPlanTerms, getSubscription, giveSubscriptionCard } from '@cuida/core/subscription/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { pathOf } from '../../routes.ts'
import { SubscriptionCheckoutScreen } from '../../subscription/SubscriptionCheckoutScreen.tsx'
import { FrameChannel } from './frame-channel.ts'
import { SubscriptionCardScreen } from './SubscriptionCardScreen.tsx'

// What a subscriber sees from the card form to the first charge, and how each state is left.

const TERMS = { amount: 8_990, firstAmount: 8_990, trialDays: 0 }
const ASKED = {
  id: 's-1',
  provider: 'mercadopago',
  status: 'PENDING',
  currentPeriodEnd: null as string | null,
  lastPaymentStatus: null as string | null,
  name: 'Plan',
  currency: 'BRL',
  terms: TERMS,
  cancelAtPeriodEnd: false,
  activationUrl: 'https://clinic.test/subscription-card' as string | null,
  awaitsFirstCharge: false,
  isOnHold: false,
  desk: null,
  payments: [],
}
const AWAITING = { ...ASKED, activationUrl: null, awaitsFirstCharge: true }
const answered = (subscription: object) => ({ ok: true, subscription, message: null })
const SUBSCRIBE = () => t('subscription.begin.pay', { amount: 'R$89.90' })
let tokens = 0

beforeEach(() => {
  freezeTime('2026-11-26T10:00:00Z')
  tokens = 0
  // The frame's end of the channel: every press gets a token of its own.
  vi.spyOn(FrameChannel.prototype, 'tokenise').mockImplementation(async () => {
    tokens++
    return { cardToken: `token-${tokens}`, maskedCardNumber: '•••• 5682' } as never
  })
})

function createServer(subscription: object = ASKED) {
  const server = mockPatientServer({ subscription: { id: 's-1', status: 'PENDING' } })
  server.reply(getSubscription, answered(subscription))
  server.reply(getCardEntry, { provider: 'mercadopago', frameUrl: 'https://pay.test/frame' })
  const offer = { id: 'plan', planId: 'plan', name: 'Plan', summary: '', includes: [], currency: 'BRL', terms: TERMS }
  server.reply(getPlanTerms, { offer: { ...offer, firstChargeOn: '2026-11-26', discount: null } })
  return server
}

/** Answers a given card only when the returned function is called, as a test must: React waits for it in every form. */
function answerLate(server: Server) {
  const late = Promise.withResolvers<object>()
  server.reply(giveSubscriptionCard, () => late.promise)
  return () => actAndFlush(() => late.resolve(answered(AWAITING)))
}

const renderCard = () => renderPatientScreen(<SubscriptionCardScreen />, { at: pathOf('subscriptionCard') })
type Screen = Awaited<ReturnType<typeof renderCard>>
const hasForm = ({ container }: Screen) => container.querySelector('iframe') !== null

describe('the card form of a subscription', () => {
  test('the token is sent once, and the person returns to the checkout', async () => {
    const server = createServer()
    const page = await renderCard()
    expect(Object.values(page.links())).toContain(pathOf('subscriptionCheckout'))
    server.reply(giveSubscriptionCard, answered(AWAITING))
    await page.click(SUBSCRIBE())
    expect(server.requestsTo(giveSubscriptionCard).map(({ body }) => body)).toEqual([
      { subscriptionId: 's-1', cardToken: 'token-1' },
    ])
    expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
  })

  test('while the bank has not answered, another press sends nothing', async () => {
    const server = createServer()
    const page = await renderCard()
    const answer = answerLate(server)
    await page.click(SUBSCRIBE())
    await page.click(SUBSCRIBE())
    expect(server.requestsTo(giveSubscriptionCard)).toHaveLength(1)
    expect(hasForm(page)).toBe(true)
    await answer()
    expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
  })

  test('after a refused card the form stays open, and another press sends another token', async () => {
    const server = createServer()
    const page = await renderCard()
    server.refuse(giveSubscriptionCard, 'CARD_NOT_SAVED')
    await page.click(SUBSCRIBE())
    expect(page.container.querySelector('[role="alert"]')).not.toBeNull()
    expect(hasForm(page)).toBe(true)
    expect(page.links()).toMatchObject({ [t('subscription.card.later')]: pathOf('subscriptionCheckout') })
    server.reply(giveSubscriptionCard, answered(AWAITING))
    await page.click(SUBSCRIBE())
    expect(server.requestsTo(giveSubscriptionCard).at(-1)?.body).toMatchObject({ cardToken: 'token-2' })
    expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
  })

  test('a card that was taken ends the form at the next poll, before its late answer', async () => {
    const server = createServer()
    const page = await renderCard()
    const answer = answerLate(server)
    await page.click(SUBSCRIBE())
    server.reply(getSubscription, answered(AWAITING))
    await advanceTime(15_000)
    expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
    await answer()
  })

  describe('after a lost answer', () => {
    const lose = async (server = createServer()) => {
      const page = await renderCard()
      server.refuse(giveSubscriptionCard, 'UNEXPECTED', 502)
      await page.click(SUBSCRIBE())
      return { server, page }
    }

    test('the form says that it checks, sends nothing meanwhile, and says that the card was taken', async () => {
      const { server, page } = await lose()
      expect(page.hasMessage('subscription.card.checking')).toBe(true)
      await page.click(SUBSCRIBE())
      expect(server.requestsTo(giveSubscriptionCard)).toHaveLength(1)
      server.reply(getSubscription, answered(AWAITING))
      await advanceTime(2_000)
      expect(page.hasMessage('subscription.card.arrived')).toBe(true)
      expect(hasForm(page)).toBe(false)
      expect(page.links()).toMatchObject({ [t('subscription.card.leave')]: pathOf('subscriptionCheckout') })
    })

    test('a card that was not taken can be entered again, and the form says that nobody pays twice', async () => {
      const { server, page } = await lose()
      await advanceTime(12_000)
      expect(page.hasMessage('subscription.card.missingText')).toBe(true)
      server.reply(giveSubscriptionCard, answered(AWAITING))
      await page.click(SUBSCRIBE())
      expect(server.requestsTo(giveSubscriptionCard).at(-1)?.body).toMatchObject({ cardToken: 'token-2' })
      expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
    })

    test('without a connection the form says that it does not know, and can be asked again', async () => {
      const server = createServer()
      const page = await renderCard()
      server.refuse(giveSubscriptionCard, 'UNEXPECTED', 502)
      server.refuse(getSubscription, 'UNEXPECTED', 502)
      await page.click(SUBSCRIBE())
      expect(page.hasMessage('subscription.card.unknown')).toBe(true)
      server.reply(getSubscription, answered(AWAITING))
      await page.click(t('subscription.askAgain'))
      expect(page.hasMessage('subscription.card.arrived')).toBe(true)
    })

    test('a subscription that ended meanwhile is left', async () => {
      const { server } = await lose()
      server.reply(getSubscription, answered({ ...AWAITING, status: 'CANCELED' }))
      await advanceTime(2_000)
      expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
    })
  })

  test('opened again after the card was given, it leads on', async () => {
    createServer(AWAITING)
    const page = await renderCard()
    expect(hasForm(page)).toBe(false)
    expect(currentAddress()).toBe(pathOf('subscriptionCheckout'))
  })

  test('a card that another tab gave first is said, and the way on is offered', async () => {
    const server = createServer()
    const page = await renderCard()
    server.refuse(giveSubscriptionCard, 'CARD_NOT_REQUESTED')
    server.reply(getSubscription, answered(AWAITING))
    await page.click(SUBSCRIBE())
    expect(page.hasMessage('subscription.error.CARD_NOT_REQUESTED')).toBe(true)
    expect(hasForm(page)).toBe(false)
    expect(page.links()).toMatchObject({ [t('subscription.card.leave')]: pathOf('subscriptionCheckout') })
  })

  test('a person without a subscription is shown the plan', async () => {
    mockPatientServer()
    expect(Object.values((await renderCard()).links())).toContain(pathOf('subscriptionCheckout'))
  })

  test('a subscription that cannot be read can be asked for again', async () => {
    const server = createServer()
    server.refuse(getSubscription, 'UNEXPECTED', 500)
    const page = await renderCard()
    server.reply(getSubscription, answered(ASKED))
    await page.click(t('ui.retry'))
    expect(hasForm(page)).toBe(true)
  })
})

describe('waiting for the first charge', () => {
  const renderAwaiting = async (server = createServer(AWAITING)) => {
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />, { at: pathOf('subscriptionCheckout') })
    expect(page.hasMessage('subscription.now.awaiting')).toBe(true)
    expect(page.buttons()).not.toContain(SUBSCRIBE())
    expect(Object.values(page.links())).toContain(pathOf('subscriptionManager'))
    return { page, server }
  }
  test.each([
    ['made', { status: 'ACTIVE', lastPaymentStatus: 'SUCCEEDED' }, 'subscription.done.title'],
    ['refused', { status: 'PAST_DUE', lastPaymentStatus: 'FAILED' }, 'subscription.toManager'],
    ['cancelled with the subscription', { status: 'CANCELED' }, 'subscription.includes'],
  ])('a charge that is %s is shown without a reload', async (_, more, message) => {
    const { page, server } = await renderAwaiting()
    server.reply(getSubscription, answered({ ...AWAITING, awaitsFirstCharge: false, ...more }))
    await advanceTime(15_000)
    expect(page.hasMessage('subscription.now.awaiting')).toBe(false)
    expect(page.hasMessage(message)).toBe(true)
  })

  test('when the state cannot be read, the person can ask again', async () => {
    const { page, server } = await renderAwaiting()
    server.refuse(getSubscription, 'UNEXPECTED', 500)
    await advanceTime(15_000)
    server.reply(getSubscription, answered(AWAITING))
    await page.click(t('subscription.askAgain'))
    expect(page.hasMessage('subscription.now.awaiting')).toBe(true)
  })
})

type Server = ReturnType<typeof createServer>
