import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../../kit/place/PatientIdentity.tsx'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import { useCancelPrescription } from './prescription-queries.ts'

interface CancelPrescriptionProps {
  consultationId: string
  patient: DeskConsultation['patient']
  prescriptionId: string
  onClose: () => void
}

/** Asks why: the reason stays in the record. A pharmacy may have been faster, which the list then says. */
export function CancelPrescription({ consultationId, patient, prescriptionId, onClose }: CancelPrescriptionProps) {
  const cancel = useCancelPrescription(consultationId, prescriptionId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => cancel.mutateAsync(reason.trim()),
    words: (_, problem) => t(`desk.prescription.reason.${problem}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.prescription.cancelTitle')}
      lead={t('desk.prescription.cancelText')}
      act={t('desk.prescription.cancel')}
      variant="danger"
    >
      <PatientIdentity patient={patient} />
      <TextArea label={t('desk.prescription.reason')} most={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}
