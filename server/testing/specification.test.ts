import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readOutbox } from '../access/test-people.ts'
import { createCardToken, createMercadoPagoToken, createPublicAddress } from '../checkout/order/test-orders.ts'
import { submitCardPage } from '../subscription/test-subscribers.ts'
import { runSubscriptionJobs } from '../subscription/test-work.ts'
import { createSpecificationClient, type Person } from './specification-client.ts'
import { createTestContext } from './test-contexts.ts'

const PRODUCT = 'medical-weight-assessment'
const ADDRESS = {
  country: 'BR',
  postalCode: '01310-100',
  state: 'SP',
  city: 'São Paulo',
  district: 'Bela Vista',
  street: 'Avenida Paulista',
}

/** The product as `npm start` runs it: demo, simulators, and a worker that runs whenever the client waits. */
async function startPartner(partner: string, phone: Person['phone'], document: object) {
  const address = await createPublicAddress()
  const context = await createTestContext({ partner, demo: true, env: address })
  await context.app.listen({ port: Number(address.PORT), host: '127.0.0.1' })
  const client = createSpecificationClient(address.PUBLIC_URL, {
    phone,
    profile: {
      firstName: 'Ana',
      lastName: 'Ruiz',
      dateOfBirth: '1990-05-17',
      sex: 'Female',
      genderInfo: null,
      email: `${partner}@example.com`,
      ...document,
    },
    async readCode() {
      await runSubscriptionJobs(context)
      return (await readOutbox(context, phone.number))[0]?.text.match(/\d{6}/)?.[0] ?? ''
    },
    tokeniseCard: (session) =>
      partner === 'bem-leve'
        ? createMercadoPagoToken(context, '5031433215406351')
        : createCardToken(context, 'good', session),
    async wait() {
      await runSubscriptionJobs(context)
      await sleep(50)
    },
  })
  return { context, client }
}

describe.each([
  {
    partner: 'vida-ligera',
    phone: { number: '+34699123456', country: 'ES' },
    document: { nationalIdentificationNumber: { documentNumber: 'XD1234567', documentType: 'passport' } },
    payment: {},
    expected: { installments: 1 },
  },
  {
    partner: 'bem-leve',
    phone: { number: '+5511987654321', country: 'BR' },
    document: { cpf: '40442820135' },
    payment: { installments: 3, homeAddress: ADDRESS },
    expected: { installments: 3 },
  },
])('a client written from the specification, at $partner', ({ partner, phone, document, payment, expected }) => {
  test('the client registers, books, pays, cancels, subscribes and deletes', { timeout: 60_000 }, async () => {
    const { client, context } = await startPartner(partner, phone, document)
    expect(await client.register()).toMatchObject({ firstName: 'Ana', email: `${partner}@example.com` })

    const cart = await client.fillCart(PRODUCT)
    await expect(client.order(cart, payment)).rejects.toThrow('409 AGREEMENT_DUE')
    await client.agreeToDocuments()
    const orderId = await client.order(cart, payment)
    const paid = await client.pollOrder(orderId, ({ status }) => status === 'ACTIVE')
    expect(paid).toMatchObject({ status: 'ACTIVE', refundAmount: 0, ...expected })
    const booked = await client.consultations('fields=id,status&status=QUEUED&status=ACTIVE&type=scheduled&page=1')
    expect(booked.items).toMatchObject([{ id: paid.consultations[0]?.id, status: 'QUEUED' }])

    await client.cancelOrder(orderId)
    const refunded = await client.pollOrder(orderId, ({ refundAmount }) => refundAmount > 0)
    expect(refunded.refundAmount).toBe(paid.amount)
    expect((await client.consultations('status=QUEUED&status=ACTIVE')).items).toEqual([])

    const { id } = await client.subscribe()
    const { activationUrl } = await client.pollSubscription(id, (subscription) => subscription.activationUrl !== null)
    if (partner === 'bem-leve')
      await client.giveSubscriptionCard(id, await createMercadoPagoToken(context, '5031433215406351'))
    else await submitCardPage(context, activationUrl ?? '', 'good')
    const running = await client.pollSubscription(id, ({ status }) => status !== 'PENDING')
    expect(running.status).toBe('TRIALING')
    expect((await client.unsubscribe()).ok).toBe(true)
    await runSubscriptionJobs(context)

    // Decision 0024: a session older than five minutes requires step-up authentication; a new sign-in counts as one.
    await context.db`update session set created_at = created_at - interval '6 minutes', ends_at = ends_at - interval '6 minutes'`
    await expect(client.deletePatient()).rejects.toThrow('403 STEP_UP_REQUIRED')
    await client.signOut()
    await client.signIn()
    expect(await client.deletePatient()).toHaveProperty('id')
    await expect(client.readProfile()).rejects.toThrow('401 UNAUTHORIZED')
  })
})
