import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { noticeDeadline } from '@cuida/core/consultation/notice.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatLongMoment, formatMinutes, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useState } from 'react'
import { CalendarDays } from '../../booking/calendar/CalendarDays.tsx'
import { type BookableClinician, ClinicianList } from '../../booking/calendar/ClinicianList.tsx'
import { NoticeAlert } from '../../booking/calendar/ReserveBar.tsx'
import { useCalendarSlots } from '../../booking/calendar/use-calendar-slots.ts'
import type { Slot } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { Identity } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { useReschedule } from '../queries.ts'
import { RescheduleRefused } from './RescheduleRefused.tsx'
import { rescheduleOf } from './reschedule-input.ts'
import { reschedulePath } from './reschedule-path.ts'

/** The calendar reports these refusals, because another time resolves them. */
const LOST = ['SLOT_TAKEN', 'SLOT_NOT_OFFERED', 'CONSULTATION_OVERLAPS']

interface RescheduleCalendarProps {
  consultation: Consultation
  product: Product
  clinician: BookableClinician
  others: readonly BookableClinician[]
}

/** A clinician's free times for rescheduling; the booked time is kept until the new one is confirmed. */
export function RescheduleCalendar({ consultation, product, clinician, others }: RescheduleCalendarProps) {
  const times = useCalendarSlots(product, { clinician, all: [clinician] })
  const { state, dispatch } = times
  const { timeZone } = clinician
  const [isConfirming, setConfirming] = useState(false)
  const { selectedSlot } = state
  const time = selectedSlot && formatTime(selectedSlot.startTime, timeZone)
  const press = () => (selectedSlot ? setConfirming(true) : dispatch({ type: 'pressedWithoutSlot' }))
  const notice = state.notice && <NoticeAlert notice={state.notice} timeZone={timeZone} />
  return (
    <Screen
      title={t('care.move.title')}
      lead={`${clinician.name} · ${clinician.specialty}`}
      identity={<Identity patientId={consultation.patient.id} />}
      action={
        <>
          {notice}
          <Button variant="primary" onClick={press}>
            {time ? t('care.move.to', { time }) : t('booking.calendar.pick')}
          </Button>
        </>
      }
    >
      <Alert
        tone="info"
        title={t(`care.move.${keepsOf(consultation)}`, {
          moment: formatLongMoment(consultation.startTime ?? '', timeZone),
        })}
      />
      <Others consultationId={consultation.id} others={others} />
      <CalendarDays {...times} />
      {isConfirming && selectedSlot && (
        <RescheduleDialog
          consultation={consultation}
          clinician={clinician}
          slot={selectedSlot}
          onRefused={(error) => {
            setConfirming(false)
            dispatch({ type: 'holdRefused', error })
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Screen>
  )
}

/** Whether the clinic keeps the booked time until another is confirmed, offers other times, or did not keep it. */
function keepsOf(consultation: Consultation, now = serverDate()): 'keeps' | 'offered' | 'late' {
  if (areTimesOffered(consultation, now)) return 'offered'
  return new Date(consultation.startTime ?? now) < now ? 'late' : 'keeps'
}

function Others({ consultationId, others }: { consultationId: string; others: readonly BookableClinician[] }) {
  const [isOpen, setOpen] = useState(false)
  if (others.length === 0) return null
  return (
    <div>
      <Button variant="link" fit onClick={() => setOpen(true)}>
        {t('booking.calendar.change')}
      </Button>
      <Dialog open={isOpen} title={t('booking.calendar.changeTitle')} onClose={() => setOpen(false)}>
        <ClinicianList clinicians={others} hrefOf={(id) => reschedulePath(consultationId, id)} />
      </Dialog>
    </div>
  )
}

interface RescheduleDialogProps {
  consultation: Consultation
  clinician: BookableClinician
  slot: Slot
  /** The time is no longer available: the calendar reports it. */
  onRefused: (error: CallFailed) => void
  onClose: () => void
}

/** Confirms the old time, the new time and the clinician. */
function RescheduleDialog({ consultation, clinician, slot, onRefused, onClose }: RescheduleDialogProps) {
  const { id, startTime } = consultation
  const move = useReschedule(id, {
    onRescheduled: () => goTo(pathOf('consultation', { id }, { moved: 'true' }), { replace: true }),
    onRefused: (error) => {
      if (error instanceof CallFailed && LOST.includes(error.code)) onRefused(error)
    },
  })
  const { timeZone } = clinician
  const isToKeep = !areTimesOffered(consultation, serverDate()) && new Date(startTime ?? 0) > serverDate()
  const form = useDialogForm({
    submit: () => move.mutateAsync(rescheduleOf(consultation, clinician.id, slot)),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('care.move.confirmTitle')}
      act={t('care.move.confirm')}
      after={
        <Button variant="quiet" onClick={form.close}>
          {t(isToKeep ? 'care.move.keep' : 'care.move.notThis')}
        </Button>
      }
      refused={(failure) => <RescheduleRefused failure={failure} />}
    >
      <DescriptionList
        items={[
          { term: t('care.move.old'), description: formatLongMoment(startTime ?? '', timeZone) },
          { term: t('care.move.new'), description: formatLongMoment(slot.startTime, timeZone), strong: true },
          { term: t('care.one.who'), description: clinician.name },
        ]}
      />
      <After startTime={slot.startTime} />
    </FormDialog>
  )
}

/** The cancellation rule for the new time: rescheduling to a near time can remove the right to cancel. */
function After({ startTime }: { startTime: string }) {
  const { minCancellationTimeInAdvanceMinutes: notice, timeZone } = usePartner()
  const until = noticeDeadline(startTime, notice, serverDate())
  return (
    <p>
      {until
        ? t('care.manage.until', { moment: formatLongMoment(until, timeZone) })
        : t('care.move.near', { notice: formatMinutes(notice) })}
    </p>
  )
}
