import { Section } from '@cuida/ui/Card/Card.tsx'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useActiveList } from '../kit/ongoing.ts'
import { foremost, isNow } from './ongoing-card.ts'
import { useNow } from './use-now.ts'

const OngoingPlate = lazy('OngoingPlate', () => import('./OngoingPlate.tsx'), { waiting: <Skeleton lines={4} /> })

/** What is happening now or next, for people who have a consultation; nothing for everybody else, not even its code. */
export function OngoingCard() {
  const { data } = useActiveList()
  const now = useNow()
  const consultation = data && foremost(data)
  if (!consultation) return null
  return (
    <Section title={t(isNow(consultation, now) ? 'catalogue.home.now' : 'catalogue.home.next')}>
      <OngoingPlate consultation={consultation} />
    </Section>
  )
}
