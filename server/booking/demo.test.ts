import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { expect, test } from 'vitest'
import { fileWorld } from '../testing/test-worlds.ts'
import { lock, newCart, newPatient, offeredTimes } from './test-people.ts'

const world = await fileWorld({ demo: true })

test('every product of the demo that can be booked has somebody with time, told in the reader’s language', async () => {
  const products = world.services.content.products('es').filter(({ scheduled }) => scheduled)
  expect(products.length).toBeGreaterThan(0)
  for (const { slug } of products) {
    const { status, body } = await world.tell(listProductClinicians, { slug }, { headers: { 'x-locale': 'es-ES' } })
    expect(status, slug).toBe(200)
    expect(body.items[0]?.nextFree, slug).not.toBeNull()
    for (const { specialty, bio, experience, studies } of body.items) {
      expect(specialty && bio, slug).toBeTruthy()
      expect(experience.length + studies.length, slug).toBeGreaterThan(1)
    }
  }
})

test('a time of the demo can be held', async () => {
  const [product] = world.services.content.products('es').filter(({ scheduled }) => scheduled)
  if (!product) throw new Error('nothing can be booked')
  const { body } = await world.tell(listProductClinicians, { slug: product.slug })
  const id = body.items[0]?.id ?? ''
  const patient = await newPatient(world)
  const [time] = await offeredTimes(world, id, product, 7)
  if (!time) throw new Error('no time is offered')
  const wish = { id, productId: product.id, sessionKey: await newCart(world, patient, product), ...time }
  expect((await lock(world, patient, wish)).status).toBe(200)
})
