import {
  keepFollowUp,
  type LetterKind,
  MAX_LETTER_LENGTHS,
  signLetter,
} from '@cuida/core/care/next-step/next-step-api.ts'
import { type DeskConsultation, getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { splitSlot } from '../../booking/agenda/agenda-inputs.ts'
import { useDeskTimes } from '../../booking/agenda/queries.ts'
import { hasSlot, TimeSelect } from '../../booking/agenda/TimeSelect.tsx'
import { clinicToday, formatWhenLong } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { PatientIdentity } from '../../kit/page/PatientIdentity.tsx'
import { useMutation } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'
import css from './NextSteps.module.css'
import { nextStepTexts } from './next-step-texts.ts'

/** Days from now to the first proposed date. */
const PROPOSED_AFTER = 7

/**
 * Next steps after this consultation: a follow-up slot on hold for the patient, a referral, a medical certificate.
 */
export function NextSteps({ consultation }: { consultation: DeskConsultation }) {
  const [open, setOpen] = useState<'follow-up' | LetterKind>()
  const done = nextStepTexts(consultation, serverDate())
  const props = { consultation, onClose: () => setOpen(undefined) }
  return (
    <section aria-labelledby="next-steps-title">
      <Card>
        <h2 id="next-steps-title">{t('desk.next.title')}</h2>
        {done.length > 0 && (
          <ul className={css.done}>
            {done.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <div className={css.choices}>
          <Button icon="calendar" onClick={() => setOpen('follow-up')}>
            {t('desk.next.followUp')}
          </Button>
          <Button icon="file" onClick={() => setOpen('referral')}>
            {t('desk.next.referral')}
          </Button>
          <Button icon="file" onClick={() => setOpen('certificate')}>
            {t('desk.next.certificate')}
          </Button>
        </div>
        {open === 'follow-up' && <FollowUpDialog {...props} />}
        {(open === 'referral' || open === 'certificate') && <LetterDialog {...props} kind={open} />}
      </Card>
    </section>
  )
}

interface LetterDialogProps {
  consultation: DeskConsultation
  kind: LetterKind
  onClose: () => void
}

/** Writes and signs a referral or a medical certificate; the patient downloads it. */
function LetterDialog({ consultation, kind, onClose }: LetterDialogProps) {
  const { id, patient } = consultation
  const [key] = useState(() => crypto.randomUUID())
  const sign = useMutation(signLetter, { stale: [callKey(getDeskConsultation, { id })] })
  const form = useDialogForm({
    initial: { recipient: '', text: '' },
    check: ({ recipient, text }) => ({
      recipient: kind === 'referral' ? lengthProblem(recipient, 1, MAX_LETTER_LENGTHS.recipient) : undefined,
      text: lengthProblem(text, 1, MAX_LETTER_LENGTHS.text),
    }),
    submit: ({ recipient, text }) =>
      sign.mutateAsync(kind === 'referral' ? { id, key, kind, recipient, text } : { id, key, kind, text }),
    message: (field, problem) => t(`desk.next.${field}.${problem}`),
    done: () => t('desk.next.signed', { name: patient.firstName }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.next.${kind}`)}
      lead={t(`desk.next.${kind}.lead`)}
      act={t('desk.next.sign')}
      icon="check"
    >
      <PatientIdentity patient={patient} />
      {kind === 'referral' && (
        <TextInput label={t('desk.next.recipient')} hint={t('desk.next.recipientHint')} {...form.field('recipient')} />
      )}
      <TextArea label={t(`desk.next.${kind}.text`)} {...form.field('text')} />
    </FormDialog>
  )
}

interface FollowUpDialogProps {
  consultation: DeskConsultation
  onClose: () => void
}

/** Holds one of the clinician's slots for this patient, who receives a link to book it. */
function FollowUpDialog({ consultation: { id, patient, productId }, onClose }: FollowUpDialogProps) {
  const clinicianId = useStaff().data?.clinicianId ?? ''
  const keepFollowUpTime = useMutation(keepFollowUp, { stale: [callKey(getDeskConsultation, { id })] })
  const form = useDialogForm({
    initial: { product: productId, day: dayAfter(clinicToday(), PROPOSED_AFTER), time: '' },
    check: ({ time }) => ({ time: hasSlot(times, time) ? undefined : 'REQUIRED' }),
    submit: ({ time }) =>
      keepFollowUpTime.mutateAsync({ id, productId: times.data?.productId ?? '', ...splitSlot(time) }),
    message: () => t('desk.agenda.move.timeMissing'),
    done: ({ keptUntil }) =>
      t('desk.next.followUp.done', { name: patient.firstName, until: formatWhenLong(keptUntil) }),
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
