import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { CallEvent } from '@cuida/core/consultation/status/closing.ts'
import { MISSED_CALLS_BEFORE_CANCELLATION } from '@cuida/core/consultation/status/status.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { canRecordCallEvent, endsConsultation, recordedMedium } from '../consultation-status.ts'
import { useRecordCall } from '../queries.ts'
import { CallFailureChoice, LastMissedCallDialog, NextMissedCallNotice } from './CallFailureChoice.tsx'
import css from './CallPanel.module.css'
import { CallStart } from './CallStart.tsx'
import type { CallMedium, CallProps, RecordCallEvent } from './call-props.ts'
import { usePhone } from './use-phone.tsx'

const other = (medium: CallMedium): CallMedium => (medium === 'video' ? 'phone' : 'video')

/** The call of the consultation that I hold: start it, record its outcome, or switch to the other medium. */
export function CallPanel({ consultation }: { consultation: DeskConsultation }) {
  const record = useRecordCall(consultation.id)
  const pendingEvent = record.isPending ? record.variables : undefined
  const busy = (medium: CallMedium, event: CallEvent) => pendingEvent?.medium === medium && pendingEvent.event === event
  const [last, setLast] = useState<Parameters<RecordCallEvent>>()
  const send: RecordCallEvent = (medium, event, failure) => {
    setLast(undefined)
    if (!record.isPending) record.mutate({ medium, event, failure })
  }
  // An event that ends the consultation needs a confirmation.
  const recordEvent: RecordCallEvent = (medium, event, failure) =>
    endsConsultation(consultation, medium, event) ? setLast([medium, event, failure]) : send(medium, event, failure)
  const props = { consultation, busy, recordEvent }
  if (consultation.status !== 'ACTIVE')
    return (
      <AfterTalk {...props} failure={record.error} recordedAt={record.isSuccess ? record.submittedAt : undefined} />
    )
  return (
    <section aria-labelledby="call-title">
      {last && (
        <LastMissedCallDialog
          consultation={consultation}
          onConfirm={() => send(...last)}
          onClose={() => setLast(undefined)}
        />
      )}
      <Card>
        <div className={css.head}>
          <h2 id="call-title" aria-live="polite">
            {titleOf(consultation)}
          </h2>
          <span className={css.attempt}>
            {t('desk.call.attempt', {
              attempt: consultation.missedCalls + 1,
              of: MISSED_CALLS_BEFORE_CANCELLATION,
            })}
          </span>
        </div>
        {consultation.callMedium ? <CallOn {...props} medium={consultation.callMedium} /> : <CallStart {...props} />}
        <Failure failure={record.error} />
      </Card>
    </section>
  )
}

/** The state of the call; without a call, the panel's name. */
function titleOf({ patient, callMedium, callState, callDeclined, phoneCall }: DeskConsultation): string {
  if (!callMedium) return t('desk.call.title')
  if (callMedium === 'phone' && phoneCall && phoneCall.state !== 'over')
    return t(`desk.line.state.${phoneCall.state}`, { name: patient.firstName })
  const state = callDeclined ? 'declined' : callState
  return t(`desk.call.state.${callMedium}.${state}`, { name: patient.firstName })
}

function CallOn({ consultation, medium, busy, recordEvent }: CallProps & { medium: CallMedium }) {
  const { phone } = consultation.patient
  const line = usePhone({ consultation, busy, recordEvent })
  const change = () => (medium === 'video' ? line.start() : recordEvent('video', 'started'))
  return (
    <>
      {medium === 'phone' && phone && (
        <a className={css.number} href={`tel:${phone.number}`}>
          {phone.number}
        </a>
      )}
      <div className={css.outcomes}>
        {canRecordCallEvent(consultation, medium, 'failed') && (
          <Button busy={busy(medium, 'failed')} onClick={() => recordEvent(medium, 'failed')}>
            {t('desk.call.failed')}
          </Button>
        )}
        {/* No button of a live call is primary, so that none is pressed in passing. A video call is ended in its
           own window. */}
        {medium === 'phone' && (
          <Button busy={busy(medium, 'ended')} onClick={() => recordEvent(medium, 'ended')}>
            {t('desk.call.end')}
          </Button>
        )}
        {canRecordCallEvent(consultation, medium, 'completed') && (
          <Button icon="check" busy={busy(medium, 'completed')} onClick={() => recordEvent(medium, 'completed')}>
            {t('desk.call.completed')}
          </Button>
        )}
      </div>
      <NextMissedCallNotice consultation={consultation} />
      <Button variant="quiet" icon={other(medium)} busy={busy(other(medium), 'started') || line.busy} onClick={change}>
        {t(`desk.call.switch.${other(medium)}`)}
      </Button>
      <CallFailureChoice consultation={consultation} medium={medium} recordEvent={recordEvent} />
      {medium === 'video' && line.more}
    </>
  )
}

/** How long the undo of "we talked" is offered. */
const TAKE_BACK_MS = 10_000

interface AfterTalkProps extends CallProps {
  failure: unknown
  /**
   * When this desk recorded that they talked, in ms; undefined when it was recorded elsewhere or before this page
   * loaded.
   */
  recordedAt: number | undefined
}

/**
 * The call took place and the notes are unsigned: the record can be undone for some seconds, and the patient can be
 * called again until signing.
 */
function AfterTalk(props: AfterTalkProps) {
  const { consultation, busy, recordEvent, failure, recordedAt } = props
  const phone = usePhone(props)
  const isFresh = useFresh(recordedAt)
  const medium = recordedMedium(consultation)
  if (consultation.status !== 'CLOSING') return null
  return (
    <Card sunken>
      <p role="status">{t('desk.call.talked')}</p>
      {isFresh && medium && (
        <Button fit icon="back" busy={busy(medium, 'taken-back')} onClick={() => recordEvent(medium, 'taken-back')}>
          {t('desk.call.takeBack')}
        </Button>
      )}
      <Button
        variant="quiet"
        icon="video"
        busy={busy('video', 'started')}
        onClick={() => recordEvent('video', 'started')}
      >
        {t('desk.call.again.video')}
      </Button>
      <Button variant="quiet" icon="phone" busy={busy('phone', 'started') || phone.busy} onClick={phone.start}>
        {t('desk.call.again.phone')}
      </Button>
      <Failure failure={failure} />
    </Card>
  )
}

function useFresh(since: number | undefined): boolean {
  const [isOver, setOver] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setOver(since), since + TAKE_BACK_MS - serverNow())
    return () => clearTimeout(timer)
  }, [since])
  return since !== undefined && isOver !== since
}
