import type { ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { clockTime } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/partner.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useDeskTimes, useKeepTime } from './queries.ts'
import { isAmong, TimeSelect } from './TimeSelect.tsx'
import { keepOf } from './wishes.ts'

interface KeepDialogProps {
  /** Whose time, at first. */
  clinician: ClinicianAgenda
  day: string
  /** Whose it may be: for a clinician only their own. */
  clinicians: readonly ClinicianAgenda[]
  onClose: () => void
}

/** Keeps a free time for somebody who asks for it at the clinic; they book it themselves. */
export function KeepDialog({ clinician, day, clinicians, onClose }: KeepDialogProps) {
  const partner = usePartner()
  const keep = useKeepTime()
  const form = useDialogForm({
    initial: { who: clinician.id, phone: '', product: '', day, time: '' },
    check: ({ phone, time }) => ({
      phone: phone.trim().length < 3 ? 'REQUIRED' : undefined,
      time: isAmong(times, time) ? undefined : 'REQUIRED',
    }),
    submit: (typed) => keep.mutateAsync(keepOf(typed, times.data?.productId)),
    words: (field) => t(field === 'time' ? 'desk.agenda.move.timeMissing' : 'desk.agenda.offer.phone.missing'),
    done: ({ keptUntil }) => t('desk.agenda.offer.done', { time: clockTime(keptUntil, partner?.timeZone) }),
    onClose,
  })
  const { who, product, day: wanted } = form.values
  const times = useDeskTimes(who, wanted, product)
  const products = times.data?.products ?? []
  return (
    <FormDialog
      form={form}
      title={t('desk.agenda.offer')}
      lead={t('desk.agenda.offer.lead')}
      act={t('desk.agenda.offer.save')}
      failure={times.error}
    >
      <TextInput
        type="tel"
        label={t('desk.agenda.offer.phone')}
        hint={t('desk.agenda.offer.phone.hint')}
        autoComplete="off"
        {...form.field('phone')}
      />
      {clinicians.length > 1 && (
        <Select
          label={t('desk.agenda.who')}
          options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('who')}
        />
      )}
      {products.length > 1 && (
        <Select
          label={t('desk.agenda.offer.product')}
          options={products.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('product')}
          value={times.data?.productId ?? ''}
        />
      )}
      {times.data && products.length === 0 && <p>{t('desk.agenda.offer.none')}</p>}
      <TextInput type="date" label={t('desk.agenda.move.day')} {...form.field('day')} />
      <TimeSelect times={times} day={wanted} {...form.field('time')} />
    </FormDialog>
  )
}
