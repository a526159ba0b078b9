import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newPatient, PASSWORD } from '../access/test-people.ts'
import { newClinician, productFor, validAnswers } from '../booking/test-people.ts'
import { createCardToken, runCheckoutJobs } from '../checkout/order/test-orders.ts'
import { createTestContext } from './test-contexts.ts'

const context = await createTestContext()
const folder = await mkdtemp(join(tmpdir(), 'cuida-sdk-'))
afterAll(() => rm(folder, { recursive: true }))

test('a program books, pays and reads its consultation with the client that npm run sdk writes', async () => {
  const target = join(folder, 'cuida-api')
  const { status, stderr } = spawnSync(process.execPath, ['sdk/generate.ts', target], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  // The functions have the types of the package, which this test cannot import before it is written.
  const cuida = await import(join(target, 'dist', 'cuida.js'))
  const baseUrl = `${await context.app.listen({ port: 0, host: '127.0.0.1' })}/v1`
  let token = ''
  cuida.client.setConfig({ baseUrl, auth: () => token })

  const product = await productFor(context, 'scheduled')
  await newClinician(context, product)
  const patient = await newPatient(context)
  const body = { identifier: patient.phone, password: PASSWORD }
  await expect(cuida.login({ body: { ...body, password: 'wrong' } })).rejects.toMatchObject({
    code: 'WRONG_CREDENTIALS',
  })
  token = (await cuida.login({ body })).data.accessToken

  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const slots = await cuida.listProductSlots({ path: { slug: product.slug }, query: { from, to: from } })
  const { startTime, endTime, clinicianId } = slots.data.days[0].slots.at(-1)
  const cart = await cuida.createCart({
    body: {
      productId: product.id,
      patientId: patient.patientId,
      contactMethod: product.contactMethods[0],
      symptoms: validAnswers(product),
      summary: 'I have had a cough since Monday.',
    },
  })
  const { sessionKey } = cart.data
  await cuida.lockSlot({ path: { id: clinicianId }, body: { productId: product.id, startTime, endTime, sessionKey } })
  const session = crypto.randomUUID()
  const order = await cuida.createOrder({
    headers: { 'Idempotency-Key': session },
    body: {
      cartSessionKey: sessionKey,
      productId: product.id,
      patientId: patient.patientId,
      paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
      cardToken: await createCardToken(context, 'good', session),
      sessionId: session,
    },
  })
  await runCheckoutJobs(context)
  expect((await cuida.getOrder({ path: { id: order.data.workflowId } })).data).toMatchObject({ status: 'ACTIVE' })
  const list = await cuida.listConsultations({ path: { patientId: patient.patientId } })
  expect(list.data.items).toMatchObject([{ status: 'QUEUED', startTime }])
})
