import { isUndecided } from '@cuida/core/checkout/dispute/dispute.ts'
import type { DeskSubscription, Month } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { fullWords } from '../../kit/times.ts'
import { RecordDispute } from '../dispute/RecordDispute.tsx'
import css from '../order/OrderDetail.module.css'
import type { Wish } from '../refund/money-act.ts'
import { monthWords } from './subscription-words.ts'

interface MonthsProps {
  subscription: DeskSubscription
  onWish: (wish: Wish) => void
}

/** What was charged, the newest first, what of it can still go back, and what of it is disputed. */
export function Months({ subscription, onWish }: MonthsProps) {
  const { months } = subscription
  if (months.length === 0) return null
  return (
    <Section title={t('desk.subscriptions.months')}>
      <ul className={css.rows}>
        {months.map((month) => (
          <Row key={month.id} month={month} of={subscription} onWish={onWish} />
        ))}
      </ul>
    </Section>
  )
}

interface RowProps {
  month: Month
  of: DeskSubscription
  onWish: (wish: Wish) => void
}

function Row({ month, of, onWish }: RowProps) {
  const [isRecording, setRecording] = useState(false)
  const { id, amount, dispute } = month
  const { currency } = of
  return (
    <li className={css.row}>
      <p className={css.sum}>
        {money({ amount, currency })}
        <span className={css.state}>{monthWords(month.status)}</span>
      </p>
      <p className={css.small}>{fullWords(month.at)}</p>
      <p className={css.small}>{detailsOf(month, currency).join(' · ')}</p>
      {dispute && (
        <p className={css.small}>
          {t('desk.subscriptions.disputed', { state: t(`desk.disputes.state.${dispute.state}`) })}{' '}
          <Link href={`/disputes/${dispute.id}`}>{t('desk.disputes.open')}</Link>
        </p>
      )}
      <div className={css.acts}>
        {mayAsk(month, of) && (
          <Button fit onClick={() => onWish({ name: 'ask', left: month.left, paymentId: id })}>
            {t('desk.orders.act.ask')}
          </Button>
        )}
        {month.mayRecordDispute && (
          <Button fit onClick={() => setRecording(true)}>
            {t('desk.disputes.act.record')}
          </Button>
        )}
      </div>
      {isRecording && (
        <RecordDispute of={{ monthId: id }} amount={amount} currency={currency} onClose={() => setRecording(false)} />
      )}
    </li>
  )
}

const mayAsk = ({ id, left, dispute }: Month, { requests, isSetAside }: DeskSubscription): boolean =>
  left > 0 &&
  !isSetAside &&
  !(dispute && isUndecided(dispute.state)) &&
  !requests.some(({ monthId, state }) => monthId === id && state === 'open')

function detailsOf({ refunded, invoice, providerPaymentId }: Month, currency: DeskSubscription['currency']): string[] {
  const back = refunded > 0 && t('desk.subscriptions.givenBack', { amount: money({ amount: refunded, currency }) })
  const paper = invoice?.number && t('desk.subscriptions.invoice', { number: invoice.number })
  return [back, paper, providerPaymentId].filter((words) => typeof words === 'string' && words !== '') as string[]
}
