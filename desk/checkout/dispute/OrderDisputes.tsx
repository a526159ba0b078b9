import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Fine, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { timeWords } from '../../kit/times.ts'
import { disputeChip } from './dispute-words.ts'
import { RecordDispute } from './RecordDispute.tsx'

/** What of an order's money is disputed; where the provider tells nobody but people, it is recorded here. */
export function OrderDisputes({ order }: { order: DeskOrder }) {
  const [isRecording, setRecording] = useState(false)
  const { id: orderId, amount, disputes, currency } = order
  const mayRecord = order.mayRecordDispute && disputes.length === 0
  if (disputes.length === 0 && !mayRecord) return null
  return (
    <Section title={t('desk.disputes.title')}>
      <SumRows>
        {disputes.map(({ id, kind, state, amount, deadline }) => (
          <SumRow key={id} amount={amount} currency={currency} state={disputeChip(state)}>
            <Fine>
              {[t(`desk.disputes.kind.${kind}`), deadline && t('desk.disputes.until', { when: timeWords(deadline) })]
                .filter(Boolean)
                .join(' · ')}
            </Fine>
            <Link href={`/disputes/${id}`}>{t('desk.disputes.open')}</Link>
          </SumRow>
        ))}
      </SumRows>
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
