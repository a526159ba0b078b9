import { randomUUID } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type NewSubscription, SubscriptionRefused, type Subscriptions } from './port.ts'

const SHORT_MS = 700

export interface SubscriptionsUnderTest {
  provider: Vendor<'subscriptions'>
  currency: string
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): Subscriptions
  /** Gives a card, and waits until a charge that is due then was made. */
  giveCard(
    simulators: RunningSimulators,
    subscriptions: Subscriptions,
    card: { providerId: string; kind: 'good' | 'refused' | 'pays-once' },
  ): Promise<void>
  /** The provider reports its check of a card as a payment of nothing. */
  reportsCardCheck: boolean
  /** The provider ends a cancelled subscription, and one whose retries have failed. */
  endsByItself: boolean
  /** Parts of the request lines for injected faults. */
  paths: { read: string; change: string }
  daysPass(simulators: RunningSimulators, providerId: string, days: number): Promise<void>
}

/** Contract tests of every `Subscriptions` adapter, over HTTP against the provider's simulator. */
export function subscriptionContract(subject: SubscriptionsUnderTest): void {
  const { provider, currency, adapter, giveCard, daysPass, paths } = subject
  describe(provider, () => {
    let simulators: RunningSimulators
    let subscriptions: Subscriptions
    beforeAll(async () => {
      simulators = await startSimulators()
      subscriptions = adapter(simulators)
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    const newSubscription = (more: Partial<NewSubscription> = {}): NewSubscription => ({
      id: randomUUID(),
      amount: 950,
      currency,
      description: 'Monthly plan',
      trialDays: 14,
      customer: { email: 'ana@example.test', name: 'Ana Ruiz' },
      callbackUrl: simulators.callbackUrl('subscriptions'),
      returnUrl: 'http://cuida.test/back',
      ...more,
    })
    async function activated(more: Partial<NewSubscription> = {}, kind: 'good' | 'refused' | 'pays-once' = 'good') {
      const { providerId } = await subscriptions.create(newSubscription(more))
      await giveCard(simulators, subscriptions, { providerId, kind })
      return providerId
    }
    const find = async (providerId: string) => {
      const found = await subscriptions.find(providerId)
      if (!found) throw new Error('the provider does not have the subscription')
      return found
    }

    test('a new subscription has the requested amount and waits for a card', async () => {
      const update = await subscriptions.create(newSubscription())
      expect(update).toMatchObject({
        status: 'PENDING',
        amount: 950,
        currency,
        isOurs: true,
        periodEnd: undefined,
      })
      expect(await find(update.providerId)).toEqual(update)
    })

    test('a trial costs nothing, and the first charge follows its end', async () => {
      const providerId = await activated()
      const subscription = await find(providerId)
      expect(subscription.status).toBe('TRIALING')
      const check = await subscriptions.findPayment(subscription.lastPayment?.id ?? '')
      expect(check).toEqual(
        subject.reportsCardCheck
          ? expect.objectContaining({ amount: 0, status: 'SUCCEEDED', isOurs: true })
          : undefined,
      )
      await daysPass(simulators, providerId, 14)
      const charged = await find(providerId)
      expect(charged.status).toBe('ACTIVE')
      expect(charged.periodEnd?.getTime()).toBeGreaterThan(
        subscription.periodEnd?.getTime() ?? Number.POSITIVE_INFINITY,
      )
      const payment = await subscriptions.findPayment(charged.lastPayment?.id ?? '')
      expect(payment).toMatchObject({ status: 'SUCCEEDED', amount: 950, currency, refunded: 0 })
    })

    test('a subscription without a trial is charged at once, and later with its changed amount', async () => {
      const providerId = await activated({ trialDays: 0 })
      const sumOf = async () =>
        (await subscriptions.findPayment((await find(providerId)).lastPayment?.id ?? ''))?.amount
      expect(await sumOf()).toBe(950)
      expect(await subscriptions.setAmount(providerId, 1_900)).toMatchObject({ amount: 1_900, status: 'ACTIVE' })
      await daysPass(simulators, providerId, 31)
      expect(await sumOf()).toBe(1_900)
    })

    test('a subscription with a refused card stays pending', async () => {
      expect(await find(await activated({}, 'refused'))).toMatchObject({
        status: 'PENDING',
        ...(subject.reportsCardCheck ? { lastPayment: { status: 'FAILED' } } : {}),
      })
    })

    test('a subscription ends with its period, or continues when the cancellation is withdrawn', async () => {
      const providerId = await activated()
      expect(await subscriptions.endWithPeriod(providerId)).toMatchObject({ status: 'TRIALING', endsAtPeriodEnd: true })
      expect(await subscriptions.endWithPeriod(providerId)).toMatchObject({ endsAtPeriodEnd: true })
      expect(await subscriptions.keep(providerId)).toMatchObject({ status: 'TRIALING', endsAtPeriodEnd: false })
      await subscriptions.endWithPeriod(providerId)
      const before = (await find(providerId)).lastPayment
      await daysPass(simulators, providerId, 15)
      const over = await find(providerId)
      expect(over.lastPayment).toEqual(before)
      expect(over).toMatchObject(
        subject.endsByItself ? { status: 'CANCELED', mustEnd: false } : { status: 'PAUSED', mustEnd: true },
      )
      await expect(subscriptions.keep(providerId)).rejects.toBeInstanceOf(SubscriptionRefused)
      if (over.mustEnd) expect(await subscriptions.endNow(providerId)).toMatchObject({ status: 'CANCELED' })
    })

    test('a failed charge is overdue and extends no period; another card pays it, once', async () => {
      const providerId = await activated({}, 'pays-once')
      const trialEnd = (await find(providerId)).periodEnd
      await daysPass(simulators, providerId, 14)
      const overdue = await find(providerId)
      expect(overdue).toMatchObject({ status: 'PAST_DUE', mustEnd: false, lastPayment: { status: 'FAILED' } })
      expect(overdue.periodEnd ?? trialEnd).toEqual(trialEnd)
      await giveCard(simulators, subscriptions, { providerId, kind: 'good' })
      await daysPass(simulators, providerId, 2)
      const paid = await find(providerId)
      expect(paid).toMatchObject({ status: 'ACTIVE', lastPayment: { status: 'SUCCEEDED' } })
      await daysPass(simulators, providerId, 8)
      expect((await find(providerId)).lastPayment).toEqual(paid.lastPayment)
    })

    test('a subscription whose charge fails in all retries ends', async () => {
      const providerId = await activated({}, 'pays-once')
      await daysPass(simulators, providerId, 25)
      expect(await find(providerId)).toMatchObject(
        subject.endsByItself ? { status: 'CANCELED', mustEnd: false } : { status: 'PAST_DUE', mustEnd: true },
      )
    })

    test('an overdue subscription that is cancelled is charged no more', async () => {
      const providerId = await activated({}, 'pays-once')
      await daysPass(simulators, providerId, 14)
      const failed = (await find(providerId)).lastPayment
      await subscriptions.endWithPeriod(providerId)
      await daysPass(simulators, providerId, 40)
      expect(await find(providerId)).toMatchObject({ status: 'CANCELED', lastPayment: failed })
    })

    test('a paused subscription is not charged; resumed in its period it continues, later it is charged anew', async () => {
      const providerId = await activated({ trialDays: 0 })
      const paid = (await find(providerId)).lastPayment?.id
      expect(await subscriptions.pause(providerId)).toMatchObject({ status: 'PAUSED' })
      await expect(subscriptions.pause(providerId)).rejects.toBeInstanceOf(SubscriptionRefused)
      expect(await subscriptions.resume(providerId)).toMatchObject({ status: 'ACTIVE' })
      await expect(subscriptions.resume(providerId)).rejects.toBeInstanceOf(SubscriptionRefused)
      await subscriptions.pause(providerId)
      await daysPass(simulators, providerId, 70)
      expect(await find(providerId)).toMatchObject({ status: 'PAUSED', lastPayment: { id: paid } })
      expect(await subscriptions.resume(providerId)).toMatchObject({ status: 'ACTIVE' })
      const next = (await find(providerId)).lastPayment
      expect(next).toMatchObject({ status: 'SUCCEEDED' })
      expect(next?.id).not.toBe(paid)
    })

    test('a subscription ended at once cannot be changed any more', async () => {
      const providerId = await activated()
      expect(await subscriptions.endNow(providerId)).toMatchObject({ status: 'CANCELED' })
      const late = [
        () => (subscriptions.giveCard ?? subscriptions.activate)?.(providerId, 'http://cuida.test/back'),
        () => subscriptions.endWithPeriod(providerId),
        () => subscriptions.keep(providerId),
        () => subscriptions.endNow(providerId),
        () => subscriptions.pause(providerId),
        () => subscriptions.resume(providerId),
        () => subscriptions.setAmount(providerId, 1_900),
      ]
      for (const change of late) await expect(change()).rejects.toBeInstanceOf(SubscriptionRefused)
    })

    test('an unknown subscription is undefined, and so are its payments', async () => {
      expect(await subscriptions.find('nothing')).toBeUndefined()
      expect(await subscriptions.findPayment('nothing')).toBeUndefined()
    })

    test('refused credentials leave the outcome unknown', async () => {
      await expect(adapter(simulators, { key: 'wrong' }).create(newSubscription())).rejects.toBeInstanceOf(ProviderDown)
    })

    test.each(outageFaults)('%s: the outcome is unknown, and a query returns it', async (fault) => {
      const impatient = adapter(simulators, { timeoutMs: SHORT_MS })
      const providerId = await activated()
      await simulators.plan({ provider, fault, path: paths.read })
      await expect(impatient.find(providerId)).rejects.toBeInstanceOf(ProviderDown)
      await simulators.plan({ provider, fault, path: paths.change })
      await expect(impatient.endWithPeriod(providerId)).rejects.toBeInstanceOf(ProviderDown)
      expect(await subscriptions.endWithPeriod(providerId)).toMatchObject({ endsAtPeriodEnd: true })
    })

    test.each(['did-it-then-5xx', 'did-it-then-timeout'] as const)(
      '%s: the change is made, and only once',
      async (fault) => {
        const impatient = adapter(simulators, { timeoutMs: SHORT_MS })
        const providerId = await activated()
        await simulators.plan({ provider, fault, path: paths.change })
        await expect(impatient.endNow(providerId)).rejects.toBeInstanceOf(ProviderDown)
        expect((await find(providerId)).status).toBe('CANCELED')
      },
    )
  })
}
