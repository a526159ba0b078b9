import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { withArticle } from '../../kit/navigation/with-article.ts'
import { pathOf } from '../../routes.ts'
import { RescheduleRefused } from '../booked/RescheduleRefused.tsx'
import { rescheduleOf } from '../booked/reschedule-input.ts'
import { useReschedule } from '../queries.ts'
import { FullRefundButton } from './FullRefundButton.tsx'
import { useCliniciansAtSameTime } from './late-queries.ts'

interface OfferedProps {
  consultation: ConsultationSummary
  now: Date
}

/**
 * When the clinic cannot keep an appointment, the patient chooses how to go on until it starts; no deadline applies
 * (C10.3).
 */
export function OfferedTimes({ consultation, now }: OfferedProps) {
  if (!areTimesOffered(consultation, now)) return null
  return (
    <Section title={t('care.offered.title')}>
      <OfferedChoices consultation={consultation} />
    </Section>
  )
}

/** Shows at most this many clinicians as buttons; the calendar lists them all. */
const MAX_NAMES = 3

/** Choices with one tap: another clinician at the same time, another time, or a full refund. */
export function OfferedChoices({ consultation }: Pick<OfferedProps, 'consultation'>) {
  const { id } = consultation
  const { data: others } = useCliniciansAtSameTime(id)
  const move = useReschedule(id, {
    onRescheduled: () => goTo(pathOf('consultation', { id }, { moved: 'true' })),
    onRefused: () => {},
  })
  return (
    <>
      <p>{t('care.offered.text')}</p>
      <RescheduleRefused failure={move.error} />
      {others?.items.slice(0, MAX_NAMES).map((one) => (
        <Button
          key={one.id}
          icon="user"
          busy={move.isPending && move.variables.clinicianId === one.id}
          onClick={() => move.mutate(rescheduleOf(consultation, one.id, consultation))}
        >
          {t('care.offered.SAME', { name: withArticle(one.name) })}
        </Button>
      ))}
      <LinkButton href={pathOf('reschedule', { id })} icon="calendar">
        {t('care.late.MOVE')}
      </LinkButton>
      <FullRefundButton consultation={consultation} because="AWAY" />
    </>
  )
}
