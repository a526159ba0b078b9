import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { living, playServer } from '@cuida/ui/client/session/test-living.ts'
import { expect, test } from 'vitest'
import { usePromoPlace } from '../promo/use-promo-place.ts'
import { useOrdersPlace } from './use-orders-place.ts'

async function placeAt<T>(at: string, hook: () => T, role = 'clinical-manager'): Promise<T> {
  playServer().answer(staffMe, { id: '1', name: 'Ana', role })
  return (await living(hook, { at })).now()
}

test.each([
  ['/orders', { isHere: true, list: 'orders', chosen: undefined }],
  ['/orders/70', { isHere: true, list: 'orders', chosen: '70' }],
  ['/subscriptions', { isHere: true, list: 'subscriptions', chosen: undefined }],
  ['/subscriptions/70', { isHere: true, list: 'subscriptions', chosen: '70' }],
  ['/disputes/70', { isHere: true, list: 'disputes', chosen: '70' }],
  ['/tasks', { isHere: true, list: 'tasks', chosen: undefined }],
  ['/tasks/70', { isHere: true, list: 'tasks', chosen: '70' }],
  ['/tasks/70/more', { isHere: true, list: 'tasks', chosen: undefined }],
  ['/queue/7', { isHere: false, list: 'orders', chosen: undefined }],
])('at %s a manager looks at %o', async (at, place) => expect(await placeAt(at, useOrdersPlace)).toEqual(place))

test.each([
  ['/promo-codes', { isHere: true, list: 'promo-codes', chosen: undefined }],
  ['/promo-codes/new', { isHere: true, list: 'promo-codes', chosen: 'new' }],
  ['/campaigns', { isHere: true, list: 'campaigns', chosen: undefined }],
  ['/campaigns/7', { isHere: true, list: 'campaigns', chosen: '7' }],
  ['/orders/7', { isHere: false, list: 'promo-codes', chosen: undefined }],
])('at %s a manager gives away %o', async (at, place) => expect(await placeAt(at, usePromoPlace)).toEqual(place))

test.each([
  ['/orders/7', useOrdersPlace],
  ['/subscriptions/7', useOrdersPlace],
  ['/tasks/7', useOrdersPlace],
  ['/promo-codes/7', usePromoPlace],
  ['/campaigns/7', usePromoPlace],
])('%s is no place of a clinician, and opens nothing', async (at, hook) =>
  expect(await placeAt<object>(at, hook, 'clinician')).toMatchObject({ isHere: false, chosen: undefined }),
)
