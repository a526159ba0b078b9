import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentBooking, ensureSaved } from '../../booking/cart/cart-store.ts'
import { session } from '../../kit/api.ts'
import { renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { usePrice } from '../queries.ts'
import { setUpCheckout } from '../test-checkout.ts'
import { PromoCode } from './PromoCode.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const PRICE = {
  currency: 'EUR',
  total: 2900,
  minimumCharge: 50,
  promoCode: null,
  warning: null,
  lines: [{ kind: 'product', name: 'General', percentage: null, amount: 2900 }],
}
const CODED = {
  ...PRICE,
  total: 2610,
  promoCode: 'HOLA10',
  lines: [...PRICE.lines, { kind: 'promoCode', name: 'HOLA10', percentage: 10, amount: -290 }],
}
function Till() {
  const { data } = usePrice(currentBooking() as never, false)
  return data ? <PromoCode price={data} productSlug="general" /> : null
}
async function renderCheckout(price: object = PRICE) {
  signInTestUser(session)
  const { server } = setUpCheckout({ patientId: '10000000-0000-4000-8000-000000000001' })
  server.reply(getPrice, price)
  await actAndFlush(ensureSaved)
  return { server, page: await renderPatientScreen(<Till />, { at: '/checkout' }) }
}

describe('a promo code', () => {
  test('the field opens on request and is not sent empty', async () => {
    const { page, server } = await renderCheckout()
    expect(page.buttons()).toEqual([t('checkout.promo.have')])
    await page.click(t('checkout.promo.have'))
    await page.click(t('checkout.promo.apply'))
    expect(page.hasMessage('checkout.promo.REQUIRED')).toBe(true)
    expect(server.requestsTo(putPromoCode)).toEqual([])
  })
  test('a valid code shows its discount and can be removed', async () => {
    const { page, server } = await renderCheckout()
    server.reply(putPromoCode, { promoCode: { value: 10 } })
    server.reply(getPrice, CODED)
    await page.click(t('checkout.promo.have'))
    await page.fill(t('checkout.promo'), ' HOLA10 ')
    await page.click(t('checkout.promo.apply'))
    expect(server.requestsTo(putPromoCode)).toMatchObject([{ body: { code: 'HOLA10' } }])
    expect(page.hasMessage('checkout.alert.addDiscount', { code: 'HOLA10', off: '€2.90', total: '€26.10' })).toBe(true)
    server.reply(deletePromoCode, null)
    server.reply(getPrice, PRICE)
    await page.click(t('checkout.promo.remove'))
    expect(server.requestsTo(deletePromoCode)).toHaveLength(1)
    expect(page.buttons()).toContain(t('checkout.promo.have'))
  })
  test('a code without effect shows the reason', async () => {
    const { page } = await renderCheckout({ ...CODED, warning: 'DATE_RANGE' })
    expect(page.hasMessage('checkout.promo.notUsed', { code: 'HOLA10' })).toBe(true)
    expect(page.buttons()).toContain(t('checkout.promo.remove'))
  })
  test.each([
    ['tried too often', 'TOO_MANY_CODES', { retryAfter: 61 }, 'checkout.promo.tooMany', { minutes: 2 }],
    ['less than can be charged', 'PAYMENT_GATEWAY_THRESHOLD', {}, 'checkout.promo.threshold', { minimum: '€0.50' }],
  ])('a code that is %s shows the reason', async (_, code, more, text, values) => {
    const { page, server } = await renderCheckout()
    server.reply(putPromoCode, () =>
      Response.json({ code, ...more }, { status: 429, headers: { 'retry-after': '61' } }),
    )
    await page.click(t('checkout.promo.have'))
    await page.fill(t('checkout.promo'), 'X')
    await page.click(t('checkout.promo.apply'))
    expect(page.hasMessage(text, values)).toBe(true)
  })
})
