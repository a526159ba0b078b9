import type { Consultation } from '@cuida/core/care/consultation.ts'
import { freeUntil } from '@cuida/core/consultation/notice.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { durationMinutes, longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { BookableClinician } from '../../booking/calendar/ClinicianList.tsx'
import type { Slot } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { useReschedule } from '../queries.ts'
import { RescheduleRefused } from './RescheduleRefused.tsx'
import { rescheduleOf } from './reschedule-wish.ts'

interface RescheduleDialogProps {
  consultation: Consultation
  clinician: BookableClinician
  slot: Slot
  /** The time is not to be had any more: the calendar says so. */
  onRefused: (error: CallFailed) => void
  onClose: () => void
}

/** The calendar tells of these, because another time is the answer. */
const LOST = ['SLOT_TAKEN', 'SLOT_NOT_OFFERED', 'CONSULTATION_OVERLAPS']

/** From when to when, and with whom: asked once, then done. */
export function RescheduleDialog({ consultation, clinician, slot, onRefused, onClose }: RescheduleDialogProps) {
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
          { term: t('care.move.old'), description: longMoment(startTime ?? '', timeZone) },
          { term: t('care.move.new'), description: longMoment(slot.startTime, timeZone), strong: true },
          { term: t('care.one.who'), description: clinician.name },
        ]}
      />
      <After startTime={slot.startTime} />
    </FormDialog>
  )
}

/** What the rule will say of the new time: who moves to something near gives up the way back. */
function After({ startTime }: { startTime: string }) {
  const { minCancellationTimeInAdvanceMinutes: notice, timeZone } = usePartner()
  const until = freeUntil(startTime, notice, serverDate())
  return (
    <p>
      {until
        ? t('care.manage.until', { moment: longMoment(until, timeZone) })
        : t('care.move.near', { notice: durationMinutes(notice) })}
    </p>
  )
}
