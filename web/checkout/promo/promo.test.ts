import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderHookWithQueries, submitForm } from '@cuida/ui/testing/render-hook.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepPromoOfLink } from '../../catalogue/promo-link.ts'
import { usePrice } from '../queries.ts'
import { price, setUpCheckout } from '../test-checkout.ts'
import { usePromo } from './use-promo.ts'

beforeAll(() => loadMessages('en', { 'checkout.promo.REQUIRED': 'Write the code' }))
beforeEach(() => vi.stubGlobal('sessionStorage', storage()))
function storage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  }
}

describe('a promo code', () => {
  async function promo({ link, promoCode = null }: { link?: string; promoCode?: object | null } = {}) {
    const { server, booking } = setUpCheckout()
    if (link) keepPromoOfLink('nutrition', `?promo=${link}`)
    server.reply(getPrice, { ...price, promoCode })
    server.reply(putPromoCode, { promoCode: { value: 10 } })
    server.reply(deletePromoCode, null)
    const screen = await renderHookWithQueries(() => usePromo(usePrice(booking(), true).data, 'nutrition'))
    const enter = async (code: string) => {
      await screen.act(({ form }) => form.set('code', code))
      await screen.act((it) => submitForm(it))
    }
    return { server, screen, enter, prices: () => server.requestsTo(getPrice).length }
  }

  test('the code is trimmed and sent; the price is refetched, confirmed, and the field cleared', async () => {
    const { server, screen, enter, prices } = await promo()
    await enter('  HOLA10 ')
    expect(server.requestsTo(putPromoCode)).toMatchObject([{ body: { code: 'HOLA10' } }])
    expect(prices()).toBe(2)
    expect(screen.current()).toMatchObject({ notice: 'addDiscount', form: { values: { code: '' } } })
    await screen.act(({ dismissNotice }) => dismissNotice())
    expect(screen.current().notice).toBeUndefined()
  })

  test('a code for the full price is confirmed as such', async () => {
    const { server, screen, enter } = await promo()
    server.reply(putPromoCode, { promoCode: { value: 100 } })
    await enter('GRATIS')
    expect(screen.current().notice).toBe('addFullDiscount')
  })

  test('a blank code is refused without a request', async () => {
    const { server, screen, enter } = await promo()
    await enter('   ')
    expect(screen.current().form.field('code').error).toBe('Write the code')
    expect(server.requestsTo(putPromoCode)).toEqual([])
  })

  test('a refused code stays in the field with the reason and no confirmation', async () => {
    const { server, screen, enter, prices } = await promo()
    server.refuse(putPromoCode, 'LIMIT_USAGE')
    await enter('HOLA10')
    expect(screen.current()).toMatchObject({
      notice: undefined,
      form: { failure: { code: 'LIMIT_USAGE' }, values: { code: 'HOLA10' } },
    })
    expect(prices()).toBe(1)
  })

  test('a code applied in another tab is shown instead', async () => {
    const { server, screen, enter, prices } = await promo()
    server.refuse(putPromoCode, 'TOO_MANY_CODES')
    await enter('HOLA10')
    expect(screen.current()).toMatchObject({ notice: 'present', form: { failure: undefined } })
    expect(prices()).toBe(2)
  })

  test('after too many attempts the refusal says when to retry', async () => {
    const { server, screen, enter } = await promo()
    const refusal = { status: 409, headers: { 'retry-after': '60' } }
    server.reply(putPromoCode, () => Response.json({ code: 'TOO_MANY_CODES' }, refusal))
    await enter('HOLA10')
    expect(screen.current()).toMatchObject({ notice: undefined, form: { failure: { retryAfter: 60 } } })
  })

  test('removing a code refetches the price and is confirmed', async () => {
    const { server, screen, prices } = await promo()
    await screen.act(({ removal }) => submitForm({ form: removal as never }))
    expect(server.requestsTo(deletePromoCode)).toHaveLength(1)
    expect(screen.current().notice).toBe('removeDiscount')
    expect(prices()).toBe(2)
  })

  test('a code from a link fills the field once and is not sent by itself', async () => {
    const { server, screen, enter } = await promo({ link: 'POSTER20' })
    expect(screen.current()).toMatchObject({ linkedCode: 'POSTER20', form: { values: { code: 'POSTER20' } } })
    expect(server.requestsTo(putPromoCode)).toEqual([])
    await enter('POSTER20')
    expect(screen.current().linkedCode).toBeUndefined()
  })

  test('a code from a link does not replace an existing one', async () => {
    const { screen } = await promo({ link: 'POSTER20', promoCode: { code: 'HOLA10', value: 10 } })
    expect(screen.current()).toMatchObject({ linkedCode: undefined, form: { values: { code: '' } } })
  })
})
