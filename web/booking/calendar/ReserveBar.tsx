import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DEVICE_ZONE, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import css from './Calendar.module.css'
import type { CalendarState, Notice } from './calendar.ts'
import { existingConsultationPath } from './existing-consultation.ts'

interface ReserveBarProps {
  state: CalendarState
  timeZone: string
  isHolding: boolean
  reserve: () => void
  /** Name of the chosen time's clinician, when the calendar shows several. */
  name?: string | undefined
}

/** The button "Reservar 16:20", the error of the last attempt, and the chosen time in the device's time zone. */
export function ReserveBar({ state: { selectedSlot, notice }, timeZone, isHolding, reserve, name }: ReserveBarProps) {
  const time = selectedSlot && formatTime(selectedSlot.startTime, timeZone)
  const deviceTime = selectedSlot && formatTime(selectedSlot.startTime, DEVICE_ZONE)
  return (
    <>
      {notice && notice.kind !== 'timeout' && <NoticeAlert notice={notice} timeZone={timeZone} />}
      {deviceTime && deviceTime !== time && (
        <p className={css.elsewhere}>{t('booking.calendar.zoneElsewhere', { time: deviceTime })}</p>
      )}
      <Button variant="primary" busy={isHolding} onClick={reserve}>
        {!time && t('booking.calendar.pick')}
        {time && (name ? t('booking.calendar.reserveWith', { time, name }) : t('booking.calendar.reserve', { time }))}
      </Button>
    </>
  )
}

export function NoticeAlert({ notice, timeZone }: { notice: Notice; timeZone: string }) {
  if (notice.kind === 'overlaps') return <OverlapAlert {...notice} timeZone={timeZone} />
  const time = 'slot' in notice ? formatTime(notice.slot.startTime, timeZone) : ''
  const tone = notice.kind === 'holdFailed' ? 'danger' : 'warning'
  return <Alert tone={tone} title={t(`booking.calendar.${notice.kind}`, { time })} />
}

type Overlap = Extract<Notice, { kind: 'overlaps' }>

/** Shows the patient's overlapping consultation and links to it. */
function OverlapAlert({ slot, existing, timeZone }: Omit<Overlap, 'kind'> & { timeZone: string }) {
  const time = formatTime((existing ?? slot).startTime, timeZone)
  const action = (
    <LinkButton href={existingConsultationPath(existing)} fit>
      {t('booking.calendar.overlaps.action')}
    </LinkButton>
  )
  return <Alert tone="warning" title={t('booking.calendar.overlaps', { time })} action={action} />
}
