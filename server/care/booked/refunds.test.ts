import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { attemptOf, moneyOf, pass, plan, sweepAndWork, work } from '../../checkout/order/test-orders.ts'
import { checkoutWorld } from '../../checkout/test-checkout.ts'
import { heardOf } from '../../testing/test-changes.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import { booked, cancel, cancelAtDesk, staffOf, standingOf, startsIn } from '../test-booked.ts'
import { insertClinician, lapse } from '../test-people.ts'

const { world, product, price } = await checkoutWorld()

describe('a clinician who cancels', () => {
  test('gives all the money back, inside the notice too', async () => {
    const at = await booked(world, product)
    await startsIn(world, at, 60)
    expect((await cancelAtDesk(world, at, await staffOf(world, at.clinicianId))).status).toBe(204)
    await work(world)
    expect(await standingOf(world, at)).toMatchObject({
      status: 'CANCELLED',
      claim: 'released',
      refunds: [{ amount: price, state: 'done', reason: 'CLINICIAN_CANCELLED' }],
    })
    expect(await at.read()).toMatchObject({ cancelledBy: 'clinician', refundAmount: price })
  })
  test('ends the call that is on', async () => {
    const at = await booked(world, product)
    await startsIn(world, at, 60)
    const clinician = await staffOf(world, at.clinicianId)
    await world.tell(takeConsultation, { id: at.consultationId }, clinician)
    await world.tell(recordCall, { id: at.consultationId, medium: 'video', event: 'started' }, clinician)
    expect((await cancelAtDesk(world, at, clinician)).status).toBe(204)
    const { record } = await standingOf(world, at)
    expect(record.slice(-2)).toEqual(['VIDEO_CALL_ENDED CLINICIAN', 'CANCELLED CLINICIAN'])
  })
  test('does so once: what is cancelled cannot be cancelled again', async () => {
    const at = await booked(world, product)
    const clinician = await staffOf(world, at.clinicianId)
    await cancelAtDesk(world, at, clinician)
    expect(codeOf(await cancelAtDesk(world, at, clinician))).toEqual([409, 'NOT_NOW'])
  })
  test('may not do it to a colleague’s patient, who is not there for them', async () => {
    const at = await booked(world, product)
    const colleague = await insertClinician(world, { products: [product.id] })
    expect(codeOf(await cancelAtDesk(world, at, colleague))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    expect((await standingOf(world, at)).status).toBe('QUEUED')
  })
})

describe('three missed calls', () => {
  const missed = async () => {
    const at = await booked(world, product)
    await startsIn(world, at, 60)
    const { token } = await staffOf(world, at.clinicianId)
    const id = at.consultationId
    for (let miss = 0; miss < 3; miss++) {
      await world.tell(takeConsultation, { id }, { token })
      await world.tell(recordCall, { id, medium: 'phone', event: 'started' }, { token })
      await world.tell(recordCall, { id, medium: 'phone', event: 'failed' }, { token })
      lapse(world)
    }
    await work(world)
    return at
  }
  test('free the clinician’s time and keep the money', async () => {
    const at = await missed()
    expect(await standingOf(world, at)).toMatchObject({ status: 'CANCELLED', claim: 'released', refunds: [] })
    expect(await at.read()).toMatchObject({ cancelledBy: 'missed-calls', refundAmount: 0, refund: null })
  })
  test('give it back where the partner wants it so', async () => {
    world.services.config.refundAfterMissedCalls = true
    const at = await missed()
    world.services.config.refundAfterMissedCalls = false
    expect(await at.read()).toMatchObject({ cancelledBy: 'missed-calls', refundAmount: price })
  })
})

describe('a refund', () => {
  test('that the provider answered with silence is asked about, not sent again', { tags: ['nightly'] }, async () => {
    const at = await booked(world, product)
    await cancel(world, at)
    await plan(world, 'did-it-then-timeout', { path: '/refund' })
    await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect(await at.read()).toMatchObject({ refundAmount: 0, refund: { state: 'pending' } })
    await pass(world, 20)
    await sweepAndWork(world)
    expect(await at.read()).toMatchObject({ refundAmount: price, refund: { state: 'done' } })
    expect((await moneyOf(world, at.id)).refunded).toEqual([price])
  })
  test('whose news came by webhook first is over when its job runs', async () => {
    const at = await booked(world, product)
    await cancel(world, at)
    await plan(world, 'did-it-then-5xx', { path: '/refund' })
    await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    const [attempt] = await world.db`select id, provider_payment_id from payment_attempt where order_id = ${at.id}`
    await world.db`
      insert into webhook_inbox (provider, event_id, payment_id, received_at)
      values ('monei', ${crypto.randomUUID()}, ${attempt?.provider_payment_id}, now() - interval '1 minute')`
    await sweepAndWork(world)
    expect((await standingOf(world, at)).refunds).toMatchObject([{ state: 'done' }])
    await pass(world, 20)
    await sweepAndWork(world)
    expect((await moneyOf(world, at.id)).refunded).toEqual([price])
  })
  test('that the provider refuses is set aside and told as such, and the money stays in the books', async () => {
    const at = await booked(world, product)
    await cancel(world, at)
    const { providerPaymentId, id: refundId } = await attemptOf(world, at.id)
    const byHand = {
      providerPaymentId: providerPaymentId ?? '',
      refundId,
      amount: 100,
      currency: product.price.currency,
    }
    await world.services.providers.payments.refund(byHand)
    expect(await heardOf(world.services, () => work(world))).toContain(`order:${at.id}`)
    // Asked why it refuses, the provider tells what somebody gave back there by hand.
    expect(await at.read()).toMatchObject({ refundAmount: 100, refund: { amount: price, state: 'refused' } })
    await pass(world, 20)
    await sweepAndWork(world)
    expect((await moneyOf(world, at.id)).refunded).toEqual([100])
  })
  test('is never more than was paid, whatever a program asks for', async () => {
    const at = await booked(world, product)
    const more = world.db`update payment_attempt set promised = captured + 1 where order_id = ${at.id}`
    await expect(more).rejects.toMatchObject({ constraint_name: 'promised_within_captured' })
  })
  test('of one attempt is one, whatever a program asks for', async () => {
    const at = await booked(world, product)
    const add = () => world.db`
      insert into refund (attempt_id, amount, reason, state)
      select id, 1, 'MISSED_CALLS', 'pending' from payment_attempt where order_id = ${at.id}`
    await add()
    await expect(add()).rejects.toMatchObject({ constraint_name: 'one_own_refund_an_attempt' })
    await world.db`delete from refund where amount = 1`
  })
})
