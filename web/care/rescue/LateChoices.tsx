import type { Consultation } from '@cuida/core/care/consultation.ts'
import { latenessOf, mayChoose } from '@cuida/core/consultation/late.ts'
import { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { clockTime } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useRef } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { called } from '../../kit/navigation/called.ts'
import { pathOf } from '../../routes.ts'
import { useLateChoice } from './late-queries.ts'
import { MoneyBack } from './MoneyBack.tsx'

const MINUTE_MS = 60_000

/** Whom the clinic keeps waiting beyond their hour chooses how it goes on, and again until somebody comes (C10.1). */
export function LateChoices({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { timeZone, partnerConfig } = usePartner()
  const { id, clinician, startTime, lateChoice } = consultation
  const choose = useLateChoice(id)
  const said = useRef<HTMLParagraphElement>(null)
  if (!startTime || !mayChoose(latenessOf(consultation, partnerConfig.care, now))) return null
  const name = clinician ? called(clinician.name) : ''
  const release = new Date(Date.parse(startTime) + partnerConfig.care.releaseMinutes * MINUTE_MS)
  return (
    <Section title={t('care.late.title')}>
      <p aria-live="polite" ref={said} tabIndex={-1}>
        {lateChoice
          ? t(`care.late.chosen.${lateChoice}`, { name })
          : t('care.late.release', { time: clockTime(release.toISOString(), timeZone) })}
      </p>
      {lateChoice && <p>{t('care.late.again')}</p>}
      <FailureAlert failure={choose.error} />
      {LateChoice.options
        .filter((choice) => choice !== lateChoice)
        .map((choice) => (
          <Button
            key={choice}
            icon={ICONS[choice]}
            busy={choose.isPending && choose.variables === choice}
            // What was chosen is no button any more: by keyboard one goes on at what is said of it.
            onClick={() => choose.mutate(choice, { onSuccess: () => said.current?.focus() })}
          >
            {t(`care.late.${choice}`, { name })}
          </Button>
        ))}
      <LinkButton href={pathOf('reschedule', { id })} icon="calendar">
        {t('care.late.MOVE')}
      </LinkButton>
      <MoneyBack consultation={consultation} because="ABSENT" />
    </Section>
  )
}

const ICONS = { WAIT: 'clock', ANOTHER: 'user' } as const
