import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../testing/test-contexts.ts'
import { listOfferedTimes, lockTestSlot, newCart, newPatient } from './test-people.ts'

const context = await createTestContext({ demo: true })

test('every bookable product of the demo has a clinician with free times, described in the reader’s language', async () => {
  const products = context.services.content.products('es').filter(({ scheduled }) => scheduled)
  expect(products.length).toBeGreaterThan(0)
  for (const { slug } of products) {
    const { status, body } = await context.sendCall(
      listProductClinicians,
      { slug },
      { headers: { 'x-locale': 'es-ES' } },
    )
    expect(status, slug).toBe(200)
    expect(body.items[0]?.nextFree, slug).not.toBeNull()
    for (const { specialty, bio, experience, studies } of body.items) {
      expect(specialty && bio, slug).toBeTruthy()
      expect(experience.length + studies.length, slug).toBeGreaterThan(1)
    }
  }
})

test('a time of the demo can be held', async () => {
  const [product] = context.services.content.products('es').filter(({ scheduled }) => scheduled)
  if (!product) throw new Error('nothing can be booked')
  const { body } = await context.sendCall(listProductClinicians, { slug: product.slug })
  const id = body.items[0]?.id ?? ''
  const patient = await newPatient(context)
  const [time] = await listOfferedTimes(context, id, product, 7)
  if (!time) throw new Error('the clinician has no free slot')
  const input = { id, productId: product.id, sessionKey: await newCart(context, patient, product), ...time }
  expect((await lockTestSlot(context, patient, input)).status).toBe(200)
})
