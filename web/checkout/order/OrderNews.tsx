import type { Order } from '@cuida/core/checkout/order/order.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { TimePlate } from '@cuida/ui/TimePlate/TimePlate.tsx'
import { money, timeZoneWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { Professional } from '../../catalogue/clinician/Professional.tsx'
import { useClinician } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { partsWords } from '../payment/payment-words.ts'
import type { OrderView } from './order-view.ts'

const WORKING: readonly OrderView['phase'][] = ['processing', 'confirming', 'pixMaking', 'pixEnding']

/** What there is to say besides the steps: we are at it, when it will be, or what became of the money. */
export function OrderNews({ order, view: { phase, isPix } }: { order: Order; view: OrderView }) {
  if (phase === 'active') return <Booked order={order} />
  if (WORKING.includes(phase)) return <Working />
  if (phase !== 'failed') return null
  const { refundAmount: amount, currency } = order
  const words = amount > 0 ? 'checkout.order.refunded' : 'checkout.order.notCharged'
  return <Alert tone="info" title={t(isPix ? `${words}.pix` : words, { amount: money({ amount, currency }) })} />
}

function Booked({ order }: { order: Order }) {
  const { consultations, product } = order
  const { timeZone } = usePartner()
  const { startTime, clinicianId } = consultations[0] ?? {}
  const parts = partsWords(order)
  return (
    <>
      {startTime && (
        <TimePlate
          at={startTime}
          timeZone={timeZone}
          note={`${product.name} · ${timeZoneWords(timeZone, startTime)}`}
        />
      )}
      {clinicianId && <Who clinicianId={clinicianId} />}
      {parts && <p>{parts}</p>}
    </>
  )
}

/** Who will be there; read a moment ago, before the payment. */
function Who({ clinicianId }: { clinicianId: string }) {
  const { data } = useClinician(clinicianId)
  return data ? <Professional clinician={data} /> : null
}

/** Whoever is told that they may leave needs somewhere to go. */
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
