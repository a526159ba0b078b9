import type { Order } from '@cuida/core/checkout/order/order.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { useCountdown } from '@cuida/ui/Countdown/use-countdown.ts'
import { formatMoney, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { useEffect, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { AppointmentTile } from './AppointmentTile.tsx'
import { BookedOrder } from './BookedOrder.tsx'
import type { OrderView } from './order-view.ts'
import type { HeldAgain } from './use-held-again.ts'

const WORKING: readonly OrderView['phase'][] = ['processing', 'confirming', 'pixMaking', 'pixEnding']

interface OrderOutcomeProps {
  order: Order
  view: OrderView
  held: HeldAgain | undefined
}

/** The text besides the steps: in progress, the booked time, or what happened to the money. */
export function OrderOutcome({ order, view: { phase, isPix, wallet }, held }: OrderOutcomeProps) {
  if (phase === 'active') return <BookedOrder order={order} />
  if (WORKING.includes(phase)) return <Working />
  if (phase !== 'failed') return null
  const { refundAmount: amount, currency } = order
  const textKey = amount > 0 ? 'checkout.order.refunded' : 'checkout.order.notCharged'
  const suffix = isPix ? '.pix' : wallet && amount > 0 ? '.wallet' : ''
  return (
    <>
      <Alert tone="info" title={t(textKey + suffix, { amount: formatMoney({ amount, currency }) })} />
      {held && <StillHeld key={held.until} held={held} />}
    </>
  )
}

/** The time that another attempt can still pay, and until when; nothing once the hold has expired. */
function StillHeld({ held: { slot, clinicianId, until } }: { held: HeldAgain }) {
  const { timeZone } = usePartner()
  if (useCountdown(until) === 0) return null
  return (
    <AppointmentTile at={slot.startTime} clinicianId={clinicianId}>
      <p>{t('checkout.order.failed.held', { time: formatTime(until, timeZone) })}</p>
    </AppointmentTile>
  )
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
