import type { Order } from '@cuida/core/checkout/order/order.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { pathOf } from '../../routes.ts'
import { toBank } from '../card/BankNotice.tsx'
import type { InsteadOfPix } from '../pix/use-instead-of-pix.ts'
import { backToCheckout } from './back-to-checkout.ts'
import { checkoutWords } from './checkout-failure.ts'
import type { OrderView } from './order-view.ts'

/** While we work, and beside a Pix code, there is nothing to press in the bar. */
export const hasAction = ({ phase, bankUrl }: OrderView): boolean =>
  bankUrl !== undefined || phase === 'active' || phase === 'failed'

/** The way on from here. While we work there is none: nothing that the patient could do would help. */
export function OrderAction({ order, view, pix }: { order: Order; view: OrderView; pix: InsteadOfPix }) {
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
  if (phase !== 'failed') return null
  return retry === 'pix' ? <AnotherCode pix={pix} /> : <TryAgain order={order} view={view} />
}

/** Another code for the same time, or another payment method for it. */
function AnotherCode({ pix }: { pix: InsteadOfPix }) {
  return (
    <>
      {pix.failure ? <Alert title={checkoutWords(pix.failure)} failure={pix.failure} /> : null}
      <Button variant="primary" busy={pix.wish === 'again'} onClick={() => pix.ask('again')}>
        {t('checkout.order.retry.pix')}
      </Button>
      <Button variant="quiet" busy={pix.wish === 'other'} onClick={() => pix.ask('other')}>
        {t('checkout.pix.otherWay')}
      </Button>
    </>
  )
}

function TryAgain({ order, view }: { order: Order; view: OrderView }) {
  const [isAsking, setAsking] = useState(false)
  const { retry, mayBePaid } = view
  return (
    <>
      <Button
        variant="primary"
        busy={isAsking}
        onClick={() => {
          setAsking(true)
          void backToCheckout(order)
        }}
      >
        {t(`checkout.order.retry.${retry}`)}
      </Button>
      <LinkButton variant="quiet" href={mayBePaid ? pathOf('consultations') : pathOf('home', {})}>
        {t(mayBePaid ? 'checkout.order.toConsultations' : 'checkout.order.toHome')}
      </LinkButton>
    </>
  )
}
