import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { wasJoined } from '@cuida/core/consultation/status/steps.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { canRecordCallEvent, completableMedium } from '../consultation-status.ts'
import { CallFailureChoice, NextMissedCallNotice } from './CallFailureChoice.tsx'
import type { CallMedium, CallProps } from './call-props.ts'
import { Devices } from './Devices.tsx'
import { usePhone } from './use-phone.tsx'

const other = (medium: CallMedium): CallMedium => (medium === 'video' ? 'phone' : 'video')

/** No call is running: the medium that the patient chose comes first. */
export function CallStart(props: CallProps) {
  const { consultation, busy, recordEvent } = props
  const first = consultation.isAway ? 'phone' : consultation.contactMethod
  const ended = couldTalk(consultation) ? completableMedium(consultation) : undefined
  const phone = usePhone(props)
  return (
    <>
      {consultation.isAway && (
        <Alert tone="info" title={t('desk.call.away', { name: consultation.patient.firstName })} />
      )}
      <HowItWent consultation={consultation} />
      {[first, other(first)].map((medium) => (
        <Button
          key={medium}
          variant={medium === first ? 'primary' : 'secondary'}
          icon={medium}
          busy={busy(medium, 'started') || (medium === 'phone' && phone.busy)}
          onClick={() => (medium === 'phone' ? phone.start() : recordEvent(medium, 'started'))}
        >
          {t(`desk.call.start.${medium}`)}
        </Button>
      ))}
      {ended && (
        <Button icon="check" busy={busy(ended, 'completed')} onClick={() => recordEvent(ended, 'completed')}>
          {t('desk.call.completed')}
        </Button>
      )}
      {ended === 'phone' && canRecordCallEvent(consultation, 'phone', 'failed') && (
        <Button variant="quiet" busy={busy('phone', 'failed')} onClick={() => recordEvent('phone', 'failed')}>
          {t('desk.line.mailbox')}
        </Button>
      )}
      {ended === 'phone' && <CallFailureChoice consultation={consultation} medium="phone" recordEvent={recordEvent} />}
      <NextMissedCallNotice consultation={consultation} />
      {phone.more}
      {consultation.contactMethod === 'video' && !ended && <Devices />}
    </>
  )
}

/** False when the phone connection was never made. */
const couldTalk = ({ phoneCall }: DeskConsultation): boolean =>
  phoneCall?.outcome !== 'desk-silent' && phoneCall?.outcome !== 'unreachable'

/** The outcome of the last call. */
function HowItWent({ consultation }: { consultation: DeskConsultation }) {
  const { phoneCall, patient } = consultation
  const outcome = phoneCall?.outcome
  if (outcome === 'desk-silent' || outcome === 'unreachable')
    return <Alert tone="warning" title={t(`desk.line.${outcome}`, { name: patient.firstName })} />
  if (completableMedium(consultation)) return <p>{t('desk.call.ended')}</p>
  return wasJoined(consultation.actions) === false ? (
    <p>{t('desk.call.endedAlone', { name: patient.firstName })}</p>
  ) : null
}
