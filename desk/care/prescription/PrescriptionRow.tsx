import type { DeskPrescription } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { formatWhen } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { PatientIdentity } from '../../kit/page/PatientIdentity.tsx'
import { MAX_REASON_LENGTH, reasonProblem } from '../../kit/reason.ts'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import { useCancelPrescription } from './prescription-queries.ts'

const LOOKS: Record<DeskPrescription['state'], { tone: ChipTone; icon: IconName }> = {
  signing: { tone: 'accent', icon: 'pencil' },
  sending: { tone: 'neutral', icon: 'clock' },
  issued: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'error' },
  cancelling: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

interface PrescriptionRowProps {
  consultationId: string
  patient: DeskConsultation['patient']
  prescription: DeskPrescription
}

/** A prescription: items, state and actions. */
export function PrescriptionRow({ consultationId, patient, prescription }: PrescriptionRowProps) {
  const { id, state, items, author, signedAt, validUntil, problem, cancelReason, allergyReason, mayCancel } =
    prescription
  const [cancelling, setCancelling] = useState(false)
  return (
    <li className={css.one}>
      <p>
        <StatusChip {...LOOKS[state]}>{t(`desk.prescription.state.${state}`)}</StatusChip>
      </p>
      <ItemList items={items} />
      {allergyReason && (
        <p className={css.problem}>{t('desk.prescription.despiteAllergy', { reason: allergyReason })}</p>
      )}
      {problem && <p className={css.problem}>{problemMessage(problem)}</p>}
      {cancelReason && <p className={css.faint}>{t('desk.prescription.because', { reason: cancelReason })}</p>}
      <p className={css.faint}>
        {t('desk.prescription.by', { author, when: formatWhen(signedAt) })} ·{' '}
        {t('care.prescription.until', { day: formatDate(validUntil) })}
      </p>
      {mayCancel && (
        <Button variant="quiet" icon="close" fit onClick={() => setCancelling(true)}>
          {t('desk.prescription.cancel')}
        </Button>
      )}
      {cancelling && (
        <CancelPrescription
          consultationId={consultationId}
          patient={patient}
          prescriptionId={id}
          onClose={() => setCancelling(false)}
        />
      )}
    </li>
  )
}

/** The provider's known problems have our messages; others are shown as they are. */
function problemMessage(code: string): string {
  const key = `desk.prescription.problem.${code}`
  return hasMessage(key) ? t(key) : t('desk.prescription.problem.OTHER', { code })
}

interface CancelPrescriptionProps {
  consultationId: string
  patient: DeskConsultation['patient']
  prescriptionId: string
  onClose: () => void
}

/** Asks for the reason, which stays in the record. If a pharmacy has dispensed meanwhile, the list says so. */
function CancelPrescription({ consultationId, patient, prescriptionId, onClose }: CancelPrescriptionProps) {
  const cancel = useCancelPrescription(consultationId, prescriptionId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => cancel.mutateAsync(reason.trim()),
    message: (_, problem) => t(`desk.prescription.reason.${problem}`),
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
      <TextArea label={t('desk.prescription.reason')} most={MAX_REASON_LENGTH} {...form.field('reason')} />
    </FormDialog>
  )
}
