import { DeskCancelReason, type DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../kit/place/PatientIdentity.tsx'
import { useCancel } from './queries.ts'
import { mayCancel } from './standing.ts'

/** For whoever holds a consultation, or has it booked: ending it before it took place. */
export function CancelCare({ consultation }: { consultation: DeskConsultation }) {
  const [isAsking, setAsking] = useState(false)
  if (!mayCancel(consultation)) return null
  return (
    <div>
      <Button variant="quiet" icon="close" fit onClick={() => setAsking(true)}>
        {t('desk.cancel.open')}
      </Button>
      {isAsking && <CancelDialog consultation={consultation} onClose={() => setAsking(false)} />}
    </div>
  )
}

function CancelDialog({ consultation, onClose }: { consultation: DeskConsultation; onClose: () => void }) {
  const { firstName: name } = consultation.patient
  const cancel = useCancel(consultation.id, () => {
    showToast(t('desk.cancel.done', { name }))
    onClose()
  })
  const form = useDialogForm<{ reason: DeskCancelReason | '' }>({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason ? undefined : 'REQUIRED' }),
    submit: async ({ reason }) => reason && cancel.mutateAsync(reason),
    words: () => t('desk.cancel.reason.REQUIRED'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.cancel.title')}
      lead={t('desk.cancel.text', { name })}
      before={
        <Button variant="primary" onClick={form.close}>
          {t('desk.cancel.keep')}
        </Button>
      }
      act={t('desk.cancel.confirm')}
      variant="danger"
    >
      <PatientIdentity patient={consultation.patient} />
      <RadioGroup
        label={t('desk.cancel.reason')}
        hint={t('desk.cancel.reasonHint')}
        options={DeskCancelReason.options.map((value) => ({ value, label: t(`desk.cancel.reason.${value}`) }))}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
