import { isUndecided } from '@cuida/core/checkout/dispute/dispute.ts'
import type { DeskSubscription, Month } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Fine, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { fullWords } from '../../kit/times.ts'
import { RecordDispute } from '../dispute/RecordDispute.tsx'
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
      <SumRows>
        {months.map((month) => (
          <Row key={month.id} month={month} of={subscription} onWish={onWish} />
        ))}
      </SumRows>
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
    <SumRow
      amount={amount}
      currency={currency}
      state={monthWords(month.status)}
      acts={
        <>
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
        </>
      }
    >
      <Fine>{fullWords(month.at)}</Fine>
      <Fine>{detailsOf(month, currency).join(' · ')}</Fine>
      {dispute && (
        <Fine>
          {t('desk.subscriptions.disputed', { state: t(`desk.disputes.state.${dispute.state}`) })}{' '}
          <Link href={`/disputes/${dispute.id}`}>{t('desk.disputes.open')}</Link>
        </Fine>
      )}
      {isRecording && (
        <RecordDispute of={{ monthId: id }} amount={amount} currency={currency} onClose={() => setRecording(false)} />
      )}
    </SumRow>
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
