import type { DeskOrder } from '@cuida/core/checkout/desk-order-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Thread } from '@cuida/ui/Thread/Thread.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../kit/times.ts'
import { happeningWords, knotState, sourceWords } from './order-words.ts'

/** What has happened to an order, the oldest first, and who made it happen. */
export function OrderTimeline({ order }: { order: DeskOrder }) {
  return (
    <Section title={t('desk.orders.timeline')}>
      <Thread
        label={t('desk.orders.timeline')}
        knots={order.timeline.map((happening) => ({
          label: happeningWords(happening),
          state: knotState(happening),
          detail: sourceWords(happening),
          time: timeWords(happening.at),
        }))}
      />
    </Section>
  )
}
