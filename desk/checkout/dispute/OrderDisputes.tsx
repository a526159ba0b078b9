import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { timeWords } from '../../kit/times.ts'
import css from '../order/OrderDetail.module.css'
import { disputeTone } from './dispute-words.ts'
import { RecordDispute } from './RecordDispute.tsx'

/** What of an order's money is disputed; where the provider tells nobody but people, it is recorded here. */
export function OrderDisputes({ order }: { order: DeskOrder }) {
  const [isRecording, setRecording] = useState(false)
  const { id: orderId, amount, disputes, currency } = order
  const mayRecord = order.mayRecordDispute && disputes.length === 0
  if (disputes.length === 0 && !mayRecord) return null
  return (
    <Section title={t('desk.disputes.title')}>
      <ul className={css.rows}>
        {disputes.map(({ id, kind, state, amount, deadline }) => (
          <li key={id} className={css.row}>
            <p className={css.sum}>
              {money({ amount, currency })}
              <StatusChip tone={disputeTone(state)} icon={state === 'won' ? 'check' : 'warning'}>
                {t(`desk.disputes.state.${state}`)}
              </StatusChip>
            </p>
            <p className={css.small}>
              {[t(`desk.disputes.kind.${kind}`), deadline && t('desk.disputes.until', { when: timeWords(deadline) })]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Link href={`/disputes/${id}`}>{t('desk.disputes.open')}</Link>
          </li>
        ))}
      </ul>
      {mayRecord && (
        <Button fit onClick={() => setRecording(true)}>
          {t('desk.disputes.act.record')}
        </Button>
      )}
      {isRecording && (
        <RecordDispute of={{ orderId }} amount={amount} currency={currency} onClose={() => setRecording(false)} />
      )}
    </Section>
  )
}
