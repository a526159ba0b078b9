import type { Consultation } from '@cuida/core/care/consultation.ts'
import { afterHoursOf, releaseAfterHours } from '@cuida/core/consultation/after-hours.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { clockTime } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useRef } from 'react'
import { openingWords } from '../../catalogue/product/opening-words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { MoneyBack } from '../rescue/MoneyBack.tsx'
import { useAfterHoursChoice } from './waiting-queries.ts'

/** Whoever still waits when it closes chooses between the first place at the next opening and all their money (C10.4). */
export function AfterHours({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { timeZone, partnerConfig } = usePartner()
  const { id, afterHoursSince, reopensAt } = consultation
  const choose = useAfterHoursChoice(id)
  const said = useRef<HTMLParagraphElement>(null)
  const standing = afterHoursOf(consultation, partnerConfig.care, now)
  if (standing === 'in-hours' || !afterHoursSince) return null
  const isKept = standing === 'kept'
  const opens = reopensAt ? openingWords(reopensAt, timeZone, now) : ''
  const release = releaseAfterHours(afterHoursSince, partnerConfig.care).toISOString()
  return (
    <Section title={isKept ? opens : t('care.afterHours.title')}>
      {opens && !isKept && <p>{opens}</p>}
      <p aria-live="polite" ref={said} tabIndex={-1}>
        {isKept ? t('care.afterHours.kept') : t('care.afterHours.release', { time: clockTime(release, timeZone) })}
      </p>
      <FailureAlert failure={choose.error} />
      {reopensAt && !isKept && (
        <Button
          variant="primary"
          icon="check"
          busy={choose.isPending}
          onClick={() => choose.mutate('NEXT_OPENING', { onSuccess: () => said.current?.focus() })}
        >
          {t('care.afterHours.NEXT_OPENING')}
        </Button>
      )}
      <MoneyBack consultation={consultation} because="AFTER_HOURS" />
    </Section>
  )
}
