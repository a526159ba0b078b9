import { keepFollowUp } from '@cuida/core/care/next-step/next-step-api.ts'
import { type DeskConsultation, getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useDeskTimes } from '../../booking/agenda/queries.ts'
import { isAmong, TimeSelect } from '../../booking/agenda/TimeSelect.tsx'
import { timesOf } from '../../booking/agenda/wishes.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../../kit/place/PatientIdentity.tsx'
import { useDeed } from '../../kit/reads.ts'
import { useStaff } from '../../kit/session.ts'
import { clinicToday, fullWords } from '../../kit/times.ts'

interface FollowUpDialogProps {
  consultation: DeskConsultation
  onClose: () => void
}

/** Days until the first proposal. */
const PROPOSED_AFTER = 7

/** Holds a time of one's own for this patient, who is sent a link to book it. */
export function FollowUpDialog({ consultation: { id, patient, productId }, onClose }: FollowUpDialogProps) {
  const clinicianId = useStaff().data?.clinicianId ?? ''
  const keep = useDeed(keepFollowUp, { stale: [readKey(getDeskConsultation, { id })] })
  const form = useDialogForm({
    initial: { product: productId, day: dayAfter(clinicToday(), PROPOSED_AFTER), time: '' },
    check: ({ time }) => ({ time: isAmong(times, time) ? undefined : 'REQUIRED' }),
    submit: ({ time }) => keep.mutateAsync({ id, productId: times.data?.productId ?? '', ...timesOf(time) }),
    words: () => t('desk.agenda.move.timeMissing'),
    done: ({ keptUntil }) => t('desk.next.followUp.done', { name: patient.firstName, until: fullWords(keptUntil) }),
    onClose,
  })
  const { product, day } = form.values
  const times = useDeskTimes(clinicianId, day, product)
  const products = times.data?.products ?? []
  return (
    <FormDialog
      form={form}
      title={t('desk.next.followUp')}
      lead={t('desk.next.followUp.lead', { name: patient.firstName })}
      act={t('desk.next.followUp.keep')}
      failure={times.error}
    >
      <PatientIdentity patient={patient} />
      {products.length > 1 && (
        <Select
          label={t('desk.agenda.offer.product')}
          options={products.map(({ id: value, name }) => ({ value, label: name }))}
          {...form.field('product')}
          value={times.data?.productId ?? ''}
        />
      )}
      {times.data && products.length === 0 && <p>{t('desk.agenda.offer.none')}</p>}
      <TextInput type="date" label={t('desk.agenda.move.day')} {...form.field('day')} />
      <TimeSelect times={times} day={day} {...form.field('time')} />
    </FormDialog>
  )
}
