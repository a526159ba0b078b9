import type { Order } from '@cuida/core/checkout/order/order.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DateTile } from '@cuida/ui/DateTile/DateTile.tsx'
import { formatMoney, formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { useEffect, useState } from 'react'
import { Professional } from '../../catalogue/clinician/Professional.tsx'
import { useClinician } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { installmentsMessage } from '../payment/payment-messages.ts'
import type { OrderView } from './order-view.ts'

const WORKING: readonly OrderView['phase'][] = ['processing', 'confirming', 'pixMaking', 'pixEnding']

/** The text besides the steps: in progress, the booked time, or what happened to the money. */
export function OrderOutcome({ order, view: { phase, isPix } }: { order: Order; view: OrderView }) {
  if (phase === 'active') return <Booked order={order} />
  if (WORKING.includes(phase)) return <Working />
  if (phase !== 'failed') return null
  const { refundAmount: amount, currency } = order
  const textKey = amount > 0 ? 'checkout.order.refunded' : 'checkout.order.notCharged'
  return (
    <Alert tone="info" title={t(isPix ? `${textKey}.pix` : textKey, { amount: formatMoney({ amount, currency }) })} />
  )
}

function Booked({ order }: { order: Order }) {
  const { consultations, product } = order
  const { timeZone } = usePartner()
  const { startTime, clinicianId } = consultations[0] ?? {}
  const installments = installmentsMessage(order)
  return (
    <>
      {startTime && (
        <DateTile
          at={startTime}
          timeZone={timeZone}
          note={`${product.name} · ${formatTimeZone(timeZone, startTime)}`}
        />
      )}
      {clinicianId && <Who clinicianId={clinicianId} />}
      {installments && <p>{installments}</p>}
    </>
  )
}

/** The clinician of the booking, cached from before the payment. */
function Who({ clinicianId }: { clinicianId: string }) {
  const { data } = useClinician(clinicianId)
  return data ? <Professional clinician={data} /> : null
}

/** A patient who may leave the page needs a link to go to. */
const ToConsultations = () => (
  <LinkButton href={pathOf('consultations')} fit>
    {t('checkout.order.toConsultations')}
  </LinkButton>
)

const SLOW_MS = 15_000

function Working() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Spinner label={t('checkout.order.working')} />
      {isSlow && <Alert tone="info" title={t('checkout.order.slow')} action={<ToConsultations />} />}
    </>
  )
}
