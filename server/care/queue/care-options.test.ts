import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { soonestCall, soonestSlot } from '@cuida/core/catalogue/care-options.ts'
import { type CareOptions, getCareOptions, TEAM_SIZE } from '@cuida/core/catalogue/care-options-api.ts'
import { expect, test } from 'vitest'
import { newClinician } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const products = context.services.content.products('es')
for (const product of products.filter(({ slug }) => slug !== 'better-sleep')) await newClinician(context, product)
const readOptions = async (): Promise<CareOptions> => (await context.sendCall(getCareOptions, {})).body

test('the times are those that booking offers, product by product', async () => {
  const options = await readOptions()
  expect(options.products.map(({ slug }) => slug)).toEqual(products.map(({ slug }) => slug))
  for (const { slug, nextFree } of options.products) {
    const { items } = (await context.sendCall(listProductClinicians, { slug })).body
    expect(nextFree?.startTime ?? null, slug).toBe(items[0]?.nextFree ?? null)
    if (nextFree) expect(items.some(({ id }) => id === nextFree.clinicianId)).toBe(true)
  }
})

test('the waits are those of the forecast before payment', async () => {
  for (const { slug, onDemand } of (await readOptions()).products) {
    const { wait, from, closed } = (await context.sendCall(getForecast, { slug })).body
    const isOffered = products.find((product) => product.slug === slug)?.onDemand
    expect(onDemand, slug).toEqual(isOffered && !closed ? { wait, from } : null)
  }
})

test('the team is the soonest clinicians, with their registration', async () => {
  const { team } = await readOptions()
  expect(team.length).toBeLessThanOrEqual(TEAM_SIZE)
  expect(team.map(({ nextFree }) => nextFree)).toEqual(team.map(({ nextFree }) => nextFree).toSorted())
  for (const { registrationNumber } of team) expect(registrationNumber).not.toBe('')
})

const option = (slug: string, startTime: string | null, onDemand: CareOptions['products'][number]['onDemand']) => ({
  slug,
  nextFree: startTime ? { startTime, clinicianId: slug, clinicianName: 'Ana' } : null,
  onDemand,
})

test('a visitor is offered the first product that is free nearly as soon as any, and the shortest known wait', () => {
  const options = {
    products: [
      option('z', '2026-12-01T12:30:00Z', null),
      option('b', '2026-12-01T09:00:00Z', { wait: { from: 10, to: 20 }, from: null }),
      option('a', '2026-12-01T08:00:00Z', { wait: null, from: null }),
      option('c', null, { wait: { from: 5, to: 10 }, from: null }),
    ],
  }
  expect([soonestSlot(options)?.slug, soonestCall(options)?.slug]).toEqual(['b', 'c'])
  expect([soonestSlot({ products: [] }), soonestCall({ products: [] })]).toEqual([undefined, undefined])
})
