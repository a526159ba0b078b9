import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import {
  canCancelWithoutRefund,
  cancelProblem,
  freeCancellationUntil,
  rescheduleProblem,
  termsOf,
} from '@cuida/core/consultation/cancelling.ts'
import { latenessOf, mayChoose } from '@cuida/core/consultation/late.ts'
import { MISSED_CALLS_BEFORE_CANCELLATION } from '@cuida/core/consultation/status/status.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatLongMoment, formatMinutes, formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { refundMessage } from '../RefundNotice.tsx'
import { CancelDialog } from './CancelDialog.tsx'

interface ManageProps {
  consultation: Consultation
  order: Order
  /** Current time, updated regularly: it decides what is possible. */
  now: Date
}

/** What can still be changed about a booking, until when, and by which rule (B2.23). */
export function ManageBooking({ consultation, order, now }: ManageProps) {
  const isAsked = new URLSearchParams(useSearch()).get('ask') === 'cancel'
  const terms = termsOf(usePartner())
  const mayCancel = cancelProblem(consultation, terms, now) === undefined
  const mayReschedule = rescheduleProblem(consultation, terms, now) === undefined
  const possible = mayCancel ? 'refund' : canCancelWithoutRefund(consultation, terms, now) ? 'forfeit' : undefined
  // An open dialog keeps its terms: a passing minute must not change a full refund into none while the patient
  // confirms.
  const [cancellation, setCancellation] = useState(isAsked ? possible : undefined)
  const rule = useRule(consultation, now)
  if (consultation.status === 'ACTIVE') return null
  const close = () => {
    setCancellation(undefined)
    // A reload must not open the dialog again.
    if (isAsked) goTo(window.location.pathname, { replace: true })
  }
  return (
    <Section title={t('care.manage.title')}>
      <p>{rule}</p>
      {mayReschedule && (
        <LinkButton href={pathOf('reschedule', { id: consultation.id })} icon="calendar">
          {t('care.manage.move')}
        </LinkButton>
      )}
      {!possible && <CannotCome consultation={consultation} now={now} />}
      {possible && (
        <Button icon="close" onClick={() => setCancellation(possible)}>
          {t(mayCancel ? 'care.cancel.confirm' : 'care.manage.cannotCome')}
        </Button>
      )}
      <LinkButton href={pathOf('cancellationPolicy')} variant="quiet" icon="info">
        {t('care.manage.policy')}
      </LinkButton>
      {cancellation === 'refund' && (
        <CancelDialog orderId={order.id} refundLines={[promiseOf(order), rule]} onClose={close} />
      )}
      {cancellation === 'forfeit' && (
        <CancelDialog
          orderId={order.id}
          withoutRefund
          refundLines={[costOf(order), t('care.cancel.cost.why')]}
          onClose={close}
        />
      )}
    </Section>
  )
}

/** After the cancellation deadline: what a missed appointment means, and how to contact support. */
function CannotCome({ consultation: { type, startTime }, now }: Pick<ManageProps, 'consultation' | 'now'>) {
  const { refundAfterMissedCalls } = usePartner()
  if (type !== 'scheduled' || !startTime || new Date(startTime) <= now) return null
  return (
    <>
      <p>
        {t(`care.manage.noShow.${refundAfterMissedCalls ? 'refunded' : 'notRefunded'}`, {
          calls: MISSED_CALLS_BEFORE_CANCELLATION,
        })}
      </p>
      <LinkButton href={pathOf('support')} icon="mail">
        {t('care.manage.contact')}
      </LinkButton>
    </>
  )
}

/** The cancellation deadline, or that it has passed, as text. */
function useRule(consultation: Consultation, now: Date): string {
  const partner = usePartner()
  const { timeZone } = partner
  const terms = termsOf(partner)
  const { status, startTime } = consultation
  if (status === 'PENDING') return t('care.manage.pending')
  if (mayChoose(latenessOf(consultation, terms.care, now))) return t('care.late.rule')
  if (areTimesOffered(consultation, now)) return t('care.offered.rule')
  const isLate = cancelProblem(consultation, terms, now) !== undefined
  if (!startTime) return t(isLate ? 'care.manage.pickedUp' : 'care.manage.now')
  const until = freeCancellationUntil(consultation, terms, now)
  if (!until || isLate) {
    const key = terms.care.lateCancellation === 'refused' ? 'TOO_LATE_TO_CANCEL' : 'tooLateForRefund'
    return t(`care.cancel.${key}`, { notice: formatMinutes(terms.notice) })
  }
  return t('care.manage.until', { moment: formatLongMoment(until, timeZone) })
}

function promiseOf({ status, amount, currency }: Order): string {
  if (status !== 'ACTIVE') return t('care.cancel.nothingPaid')
  return amount === 0 ? t('care.cancel.free') : refundMessage('owed', formatMoney({ amount, currency }))
}

/** What a late cancellation costs. */
const costOf = ({ amount, currency }: Order): string =>
  amount === 0 ? t('care.cancel.cost.discount') : t('care.cancel.cost', { amount: formatMoney({ amount, currency }) })
