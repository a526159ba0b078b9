import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useRef } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useDeclineCall } from '../queries.ts'
import css from './Call.module.css'
import { Stage } from './Stage.tsx'
import { useRing } from './use-ring.ts'

interface RingingProps {
  consultation: Consultation
  onAnswer: (withCamera: boolean) => void
}

/** A dark full-screen dialog, announced at once to screen readers. */
export function Ringing({ consultation, onAnswer }: RingingProps) {
  const { id, clinician, patient, callState } = consultation
  const decline = useDeclineCall(id)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = clinician?.name ?? t('care.aProfessional')
  const ringing = callState === 'ringing' && !decline.isSuccess
  useRing(ringing, t('care.call.ringingTitle', { name }))
  useEffect(() => {
    if (ringing) heading.current?.focus()
  }, [ringing])
  if (!ringing) {
    // After "not now", or while another device is in the call: a small link to join remains.
    return (
      <div className={css.pill} role="status">
        <span>{t('care.call.stillOn', { name })}</span>
        <Button variant="primary" fit icon="video" onClick={() => onAnswer(true)}>
          {t('care.call.enter')}
        </Button>
      </div>
    )
  }
  return (
    <Stage label={t('care.call.ringingTitle', { name })} urgent>
      <div className={css.caller}>
        <Avatar name={name} photo={clinician?.photoUrl} size={128} />
        <h2 ref={heading} tabIndex={-1} aria-live="assertive">
          {name}
        </h2>
        {clinician && <p>{clinician.specialty}</p>}
        <p>{t('care.call.video')}</p>
        <p>{t('care.call.for', { name: patient.firstName })}</p>
        <FailureAlert failure={decline.error} />
      </div>
      <div className={css.answers}>
        <Button variant="primary" icon="video" onClick={() => onAnswer(true)}>
          {t('care.call.answer')}
        </Button>
        <Button icon="camera-off" onClick={() => onAnswer(false)}>
          {t('care.call.answerWithout')}
        </Button>
        <Button variant="quiet" busy={decline.isPending} onClick={() => decline.mutate()}>
          {t('care.call.notNow')}
        </Button>
      </div>
    </Stage>
  )
}
