import { getPrice, type Price } from '@cuida/core/checkout/order/api.ts'
import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { withLiveCart } from '../../booking/cart/cart-store.ts'
import { takePromoOfLink } from '../../catalogue/promo-link.ts'
import { api } from '../../kit/api.ts'

/** B4.24: what checkout confirms about a code; `present` means that another tab applied it. */
export type PromoNotice = 'addDiscount' | 'addFullDiscount' | 'removeDiscount' | 'present'

/** The code of the running booking: typed, from a link, or removed. Its status comes with the server's price. */
export function usePromo(price: Price | undefined, productSlug: string) {
  const queries = useQueryClient()
  const [notice, setNotice] = useState<PromoNotice>()
  const priceAgain = () => invalidateQueries(queries, [getPrice])
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() ? undefined : 'REQUIRED' }),
    submit: ({ code }) => apply(code.trim()),
    message: () => t('checkout.promo.REQUIRED'),
  })
  const removal = useForm({ initial: {}, check: () => ({}), submit: remove, message: () => '' })

  async function apply(code: string): Promise<void> {
    setNotice(undefined)
    try {
      const { promoCode } = await enterPromo(code)
      await priceAgain()
      setNotice(promoCode?.value === 100 ? 'addFullDiscount' : 'addDiscount')
      forget()
    } catch (error) {
      // Another tab applied a code first: that one is shown. After too many attempts the refusal says when to retry.
      const isPresent = refusedWith(putPromoCode, error, 'TOO_MANY_CODES') && error.retryAfter === undefined
      if (!isPresent) throw error
      await priceAgain()
      setNotice('present')
    }
  }

  async function remove(): Promise<void> {
    setNotice(undefined)
    await removePromo()
    forget()
    await priceAgain()
    setNotice('removeDiscount')
  }

  const [linkedCode, setLinkedCode] = useState<string>()
  function forget(): void {
    form.set('code', '')
    setLinkedCode(undefined)
  }

  const isPriced = price !== undefined
  const hasCode = price?.promoCode != null
  const enter = useRef(form)
  enter.current = form
  useEffect(() => {
    const code = isPriced ? takePromoOfLink(productSlug) : undefined
    if (!code || hasCode) return
    enter.current.set('code', code)
    setLinkedCode(code)
  }, [isPriced, hasCode, productSlug])

  return { form, removal, notice, dismissNotice: () => setNotice(undefined), linkedCode }
}
export type Promo = ReturnType<typeof usePromo>

export const enterPromo = (code: string) => withLiveCart((sessionKey) => api(putPromoCode, { sessionKey, code }))
export const removePromo = () => withLiveCart((sessionKey) => api(deletePromoCode, { sessionKey }))
