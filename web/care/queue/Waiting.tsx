import type { Consultation } from '@cuida/core/care/consultation.ts'
import { canConfirmPresence, canWaitAway, minutesPastPromisedWait } from '@cuida/core/care/queue/waiting.ts'
import { afterHoursOf, releaseAfterHours } from '@cuida/core/consultation/after-hours.ts'
import { latenessOf, mayChoose } from '@cuida/core/consultation/late.ts'
import { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useWakeLock } from '@cuida/ui/call/use-wake-lock.ts'
import { formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useRef } from 'react'
import { openingMessage } from '../../catalogue/product/opening-message.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { withArticle } from '../../kit/navigation/with-article.ts'
import { pathOf } from '../../routes.ts'
import css from '../ConsultationScreen.module.css'
import { useRing } from '../call/use-ring.ts'
import { FullRefundButton } from '../reassignment/FullRefundButton.tsx'
import { useLateChoice } from '../reassignment/late-queries.ts'
import { OfferedTimes } from '../reassignment/OfferedTimes.tsx'
import { useNow } from '../use-now.ts'
import { useAfterHoursChoice, useAway, useConfirmPresence } from './waiting-queries.ts'

/**
 * Minutes before the booked time from which the screen stays on (product 11.8: the waiting room then opens by
 * itself).
 */
const NEAR_MINUTES = 15

/** What the patient can do while waiting; the screen stays on, so that a call is noticed. */
export function Waiting({ consultation }: { consultation: Consultation }) {
  const { id, preferredContactMethod } = consultation
  const now = useNow()
  const isNear = isWaitingNow(consultation, now)
  const rings = consultation.status === 'ACTIVE' && !consultation.videoCallId && consultation.callState === 'ringing'
  useWakeLock(isNear && !consultation.isAway)
  useRing(rings, t('care.waiting.ringing'))
  return (
    <>
      <Later consultation={consultation} now={now} />
      <OfferedTimes consultation={consultation} now={now} />
      <LateChoices consultation={consultation} now={now} />
      <AfterHours consultation={consultation} now={now} />
      {canConfirmPresence(consultation) && <Here consultation={consultation} />}
      {preferredContactMethod === 'video' && consultation.status === 'QUEUED' && (
        <LinkButton href={pathOf('deviceTest', { id })} icon="video">
          {t('care.devices.title')}
        </LinkButton>
      )}
      {canWaitAway(consultation) && !consultation.afterHoursSince && <Away consultation={consultation} />}
    </>
  )
}

function isWaitingNow({ status, startTime }: Consultation, now: Date): boolean {
  if (status === 'ACTIVE') return true
  if (status !== 'QUEUED') return false
  return startTime === null || Date.parse(startTime) - now.getTime() < NEAR_MINUTES * 60_000
}

/** Explains a wait that exceeds the forecast. */
function Later({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { promisedBy, expectedWait, status, missedCalls, afterHoursSince } = consultation
  const isHeld = !promisedBy || status !== 'QUEUED' || missedCalls > 0 || afterHoursSince !== null
  const minutes = isHeld ? 0 : minutesPastPromisedWait(new Date(promisedBy), expectedWait?.from ?? 0, now)
  if (minutes === 0) return null
  return (
    <Alert tone="info" title={t('care.waiting.later', { minutes })}>
      {t('care.waiting.sorry')}
    </Alert>
  )
}

function Here({ consultation: { id, isHere } }: { consultation: Consultation }) {
  const presence = useConfirmPresence(id)
  // The explanation above says that the clinic knows that the patient is present.
  if (isHere) return null
  return (
    <>
      <FailureAlert failure={presence.error} />
      <Button variant="primary" icon="check" busy={presence.isPending} onClick={() => presence.mutate()}>
        {t('care.waiting.here')}
      </Button>
    </>
  )
}

/**
 * Leaving the waiting room costs nothing: the place is kept, a notification comes before the turn, and then the phone
 * rings.
 */
function Away({ consultation: { id, isAway } }: { consultation: Consultation }) {
  const away = useAway({ id, isAway })
  return (
    <div className={css.story}>
      <FailureAlert failure={away.error} />
      <Button variant="quiet" icon="phone" busy={away.isPending} onClick={() => away.mutate()}>
        {t(isAway ? 'care.waiting.back' : 'care.waiting.leave')}
      </Button>
      {!isAway && <p className={css.hint}>{t('care.waiting.leaveHint')}</p>}
    </div>
  )
}

/**
 * A patient still waiting at closing time chooses between the first place at the next opening and a full refund
 * (C10.4).
 */
function AfterHours({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { timeZone, partnerConfig } = usePartner()
  const { id, afterHoursSince, reopensAt } = consultation
  const choose = useAfterHoursChoice(id)
  const statusRef = useRef<HTMLParagraphElement>(null)
  const afterHours = afterHoursOf(consultation, partnerConfig.care, now)
  if (afterHours === 'in-hours' || !afterHoursSince) return null
  const isKept = afterHours === 'kept'
  const opens = reopensAt ? openingMessage(reopensAt, timeZone, now) : ''
  const release = releaseAfterHours(afterHoursSince, partnerConfig.care).toISOString()
  return (
    <Section title={isKept ? opens : t('care.afterHours.title')}>
      {opens && !isKept && <p>{opens}</p>}
      <p aria-live="polite" ref={statusRef} tabIndex={-1}>
        {isKept ? t('care.afterHours.kept') : t('care.afterHours.release', { time: formatTime(release, timeZone) })}
      </p>
      <FailureAlert failure={choose.error} />
      {reopensAt && !isKept && (
        <Button
          variant="primary"
          icon="check"
          busy={choose.isPending}
          onClick={() => choose.mutate('NEXT_OPENING', { onSuccess: () => statusRef.current?.focus() })}
        >
          {t('care.afterHours.NEXT_OPENING')}
        </Button>
      )}
      <FullRefundButton consultation={consultation} because="AFTER_HOURS" />
    </Section>
  )
}

const MINUTE_MS = 60_000

/**
 * A patient whom the clinic keeps waiting beyond the booked time chooses how to go on, again and again until a
 * clinician comes (C10.1).
 */
function LateChoices({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { timeZone, partnerConfig } = usePartner()
  const { id, clinician, startTime, lateChoice } = consultation
  const choose = useLateChoice(id)
  const statusRef = useRef<HTMLParagraphElement>(null)
  if (!startTime || !mayChoose(latenessOf(consultation, partnerConfig.care, now))) return null
  const name = clinician ? withArticle(clinician.name) : ''
  const release = new Date(Date.parse(startTime) + partnerConfig.care.releaseMinutes * MINUTE_MS)
  return (
    <Section title={t('care.late.title')}>
      <p aria-live="polite" ref={statusRef} tabIndex={-1}>
        {lateChoice
          ? t(`care.late.chosen.${lateChoice}`, { name })
          : t('care.late.release', { time: formatTime(release.toISOString(), timeZone) })}
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
            // The chosen option's button disappears: keyboard focus moves to the confirmation.
            onClick={() => choose.mutate(choice, { onSuccess: () => statusRef.current?.focus() })}
          >
            {t(`care.late.${choice}`, { name })}
          </Button>
        ))}
      <LinkButton href={pathOf('reschedule', { id })} icon="calendar">
        {t('care.late.MOVE')}
      </LinkButton>
      <FullRefundButton consultation={consultation} because="ABSENT" />
    </Section>
  )
}

const ICONS = { WAIT: 'clock', ANOTHER: 'user' } as const
