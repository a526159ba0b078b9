import type { Order } from '@cuida/core/checkout/order.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { currentBooking, restoreBooking } from '../booking/cart-store.ts'
import { goTo } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'
import { toBank } from './BankNotice.tsx'
import type { OrderView } from './order-view.ts'

/** The way on from here. While we work there is none: nothing that the patient could do would help. */
export function OrderAction({ order, view }: { order: Order; view: OrderView }) {
  const { phase, bankUrl, consultationId, retry } = view
  if (bankUrl) {
    return (
      <Button variant="primary" onClick={() => toBank(bankUrl)}>
        {t('checkout.order.bank.go')}
      </Button>
    )
  }
  if (phase === 'active' || phase === 'cancelled') {
    const href = consultationId ? pathOf('consultation', { id: consultationId }) : pathOf('consultations')
    return (
      <LinkButton variant="primary" href={href}>
        {t('checkout.order.toConsultation')}
      </LinkButton>
    )
  }
  return phase === 'failed' ? <TryAgain slug={order.product.slug} words={`checkout.order.retry.${retry}`} /> : null
}

/** Back to checkout, with the answers and the time that the server holds anew; to the product if they are gone. */
function TryAgain({ slug, words }: { slug: string; words: string }) {
  const [isAsking, setAsking] = useState(false)
  async function again(): Promise<void> {
    setAsking(true)
    // The clock of the time before the payment has run out: checkout must not see it.
    await restoreBooking()
    const isSame = currentBooking()?.productSlug === slug
    goTo(isSame ? pathOf('checkout') : pathOf('product', { slug }), { replace: true })
  }
  return (
    <>
      <Button variant="primary" busy={isAsking} onClick={() => void again()}>
        {t(words)}
      </Button>
      <LinkButton variant="quiet" href={pathOf('home', {})}>
        {t('checkout.order.toHome')}
      </LinkButton>
    </>
  )
}
