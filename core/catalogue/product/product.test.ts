import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Product } from './product.ts'
import { ProductGroup, ProductSummary, WorkingHours } from './product-summary.ts'

const product = {
  id: 7,
  slug: 'doctor',
  name: 'A doctor',
  summary: 'Today.',
  order: 0,
  active: true,
  price: 4_500,
  currency: 'EUR',
  durationMinutes: 20,
  contactMethods: ['phone', 'video'],
  scheduled: true,
  onDemand: false,
  includes: ['a', 'b', 'c'],
  workingHours: [],
}
const is = (more: object) => v.is(ProductSummary, { ...product, ...more })

describe('a product', () => {
  test('its price has a currency, and by default it is for all ages', () => {
    const { price, currency, ...rest } = product
    expect(v.parse(ProductSummary, product)).toEqual({
      ...rest,
      id: '7',
      price: { amount: price, currency },
      ages: null,
      icon: null,
      category: null,
      keywords: null,
      prescribes: false,
      includedInSubscription: false,
      requiresSubscription: false,
    })
  })
  test('its full form has the questions and the ages', () => {
    const whole = {
      ...product,
      ages: { from: 2, to: 17 },
      category: { id: 1, slug: 'children', name: 'Children', order: 1 },
      symptomCollector: [{ type: 'yesNo', key: 'fever', text: 'Fever?', required: true }],
      disclaimer: { title: 'Before you go on', content: 'Call 112 when …' },
    }
    expect(v.parse(Product, whole)).toMatchObject({
      price: { amount: 4_500, currency: 'EUR' },
      ages: { from: 2, to: 17 },
      category: { id: '1', slug: 'children' },
      symptomCollector: [{ key: 'fever', help: null }],
      preSymptomCollectorPicture: null,
      disclaimer: { title: 'Before you go on', content: 'Call 112 when …' },
    })
    expect(v.is(Product, product)).toBe(false)
    expect(v.is(Product, { ...whole, disclaimer: { title: 'Before you go on' } })).toBe(false)
  })
  test.each([
    ['costs nothing', { price: 0 }, true],
    ['has a negative price', { price: -1 }, false],
    ['costs half a cent', { price: 0.5 }, false],
    ['takes a quarter of an hour', { durationMinutes: 15 }, true],
    ['takes half an hour', { durationMinutes: 30 }, true],
    ['takes 45 minutes', { durationMinutes: 45 }, false],
    ['is given by letter', { contactMethods: ['letter'] }, false],
    ['has no contact method', { contactMethods: [] }, false],
    ['lacks a third benefit', { includes: ['a', 'b'] }, false],
    ['has a negative order', { order: -1 }, false],
    ['is for newborns up to the oldest', { ages: { from: 0, to: 120 } }, true],
    ['has a negative age', { ages: { from: -1 } }, false],
    ['has an age above 120', { ages: { to: 121 } }, false],
    ['has a category without a name', { category: { id: 1, slug: 'children', order: 1 } }, false],
    ['has blanks in its slug', { slug: 'A doctor' }, false],
  ])('a product that %s: %o %s', (_, more, can) => expect(is(more)).toBe(can))
})

test('a group lists its products in its own order', () => {
  const group = { id: 3, slug: 'weight', name: 'Weight', summary: 'Lose it.', order: 1 }
  expect(v.parse(ProductGroup, { ...group, products: [{ slug: 'b', id: 2 }, { slug: 'a' }] })).toEqual({
    ...group,
    id: '3',
    icon: null,
    products: ['b', 'a'],
  })
  expect(v.is(ProductGroup, { ...group, products: [{ id: 2 }] })).toBe(false)
  expect(v.is(ProductGroup, { products: [] })).toBe(false)
})

describe('working hours', () => {
  const from = (startTime: unknown) => v.is(WorkingHours, { day: 'monday', closed: false, startTime })
  test('times may have seconds', () => {
    const times = ['00:00', '09:30', '19:59', '23:59', '22:00:00', '22:00:59', '22:00:00.000', null, undefined]
    expect(times.filter((time) => !from(time))).toEqual([])
  })
  test('impossible times are refused', () => {
    const times = ['24:00', '9:30', '30:00', '2a:00', '1a:00', '09:60', '09:5', '09:5a', '109:30', '09:300', '09']
    const seconds = ['22:00:60', '22:00:5a', '22:00:0', '22:00:00.5', '22:00:00.abc', '22:00:00.0000']
    expect([...times, ...seconds, '', 9].filter(from)).toEqual([])
  })
  test('hours belong to a weekday, and a closed day has none', () => {
    expect(v.parse(WorkingHours, { day: 'sunday', closed: true })).toEqual({
      day: 'sunday',
      closed: true,
      startTime: null,
      endTime: null,
    })
    expect(v.is(WorkingHours, { day: 'someday', closed: true })).toBe(false)
  })
})
