import type { DeskSubscription, Month } from '@cuida/core/checkout/desk-subscription-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { fullWords } from '../kit/times.ts'
import type { Wish } from './money-act.ts'
import css from './OrderDetail.module.css'
import { monthWords } from './subscription-words.ts'

interface MonthsProps {
  subscription: DeskSubscription
  onWish: (wish: Wish) => void
}

/** What was charged, the newest first, and what of it can still go back. */
export function Months({ subscription, onWish }: MonthsProps) {
  const { months, currency, requests, isSetAside } = subscription
  if (months.length === 0) return null
  const isAsked = (id: string) => requests.some(({ monthId, state }) => monthId === id && state === 'open')
  return (
    <Section title={t('desk.subscriptions.months')}>
      <ul className={css.rows}>
        {months.map((month) => (
          <li key={month.id} className={css.row}>
            <p className={css.sum}>
              {money({ amount: month.amount, currency })}
              <span className={css.state}>{monthWords(month.status)}</span>
            </p>
            <p className={css.small}>{fullWords(month.at)}</p>
            <p className={css.small}>{detailsOf(month, currency).join(' · ')}</p>
            {month.left > 0 && !isSetAside && !isAsked(month.id) && (
              <div className={css.acts}>
                <Button fit onClick={() => onWish({ name: 'ask', left: month.left, paymentId: month.id })}>
                  {t('desk.orders.act.ask')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function detailsOf({ refunded, invoice, providerPaymentId }: Month, currency: DeskSubscription['currency']): string[] {
  const back = refunded > 0 && t('desk.subscriptions.givenBack', { amount: money({ amount: refunded, currency }) })
  const paper = invoice?.number && t('desk.subscriptions.invoice', { number: invoice.number })
  return [back, paper, providerPaymentId].filter((words) => typeof words === 'string' && words !== '') as string[]
}
