import { Section } from '@cuida/ui/Card/Card.tsx'
import { Thread } from '@cuida/ui/Thread/Thread.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import { happeningWords, knotState, type Past, sourceWords } from './order-words.ts'

interface OrderTimelineProps {
  timeline: readonly Past[]
  words?: (happening: Past) => string
}

/** What has happened to an order, or a subscription, the oldest first, and who made it happen. */
export function OrderTimeline({ timeline, words = happeningWords }: OrderTimelineProps) {
  return (
    <Section title={t('desk.orders.timeline')}>
      <Thread
        label={t('desk.orders.timeline')}
        knots={timeline.map((happening) => ({
          label: words(happening),
          state: knotState(happening),
          detail: sourceWords(happening),
          time: timeWords(happening.at),
        }))}
      />
    </Section>
  )
}
