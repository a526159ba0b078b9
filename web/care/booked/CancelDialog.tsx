import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import css from '../ConsultationScreen.module.css'
import { useCancelOrder } from '../queries.ts'

const REASONS = ['TIME', 'BETTER', 'ELSEWHERE', 'COST', 'OTHER'] as const
/** After these refusals nothing is left to cancel. */
const FINAL: readonly (string | undefined)[] = ['TOO_LATE_TO_CANCEL', 'NOT_CANCELLABLE']

interface CancelDialogProps {
  orderId: string
  /** The refund and when it arrives. */
  refundLines: readonly string[]
  /** It is too late for a refund; the slot is released all the same. */
  withoutRefund?: boolean
  /** The reason, when the app knows it: then the patient is not asked. */
  because?: string
  onClose: () => void
}

/** Shows the refund, asks for the reason, and offers to keep the booking first. */
export function CancelDialog({ orderId, refundLines, withoutRefund = false, because, onClose }: CancelDialogProps) {
  const cancel = useCancelOrder(orderId, { withoutRefund, onCancelled: onClose })
  const form = useDialogForm({
    initial: { reason: because ?? '' },
    check: ({ reason }) => ({ reason: reason ? undefined : 'REQUIRED' }),
    submit: ({ reason }) => cancel.mutateAsync(reason),
    message: () => t('care.cancel.reason.REQUIRED'),
    onClose,
  })
  // A time that the clinic cannot keep has no "keep" button.
  const closeKey = because ? 'care.cancel.back' : 'care.cancel.keep'
  const isOver = form.failure instanceof CallFailed && FINAL.includes(form.failure.code)
  return (
    <FormDialog
      form={form}
      title={t('care.cancel.title')}
      before={
        <Button variant="primary" onClick={form.close}>
          {t(isOver ? 'ui.close' : closeKey)}
        </Button>
      }
      act={isOver ? undefined : t('care.cancel.confirm')}
      variant="danger"
      refused={(failure) => <Refused failure={failure} because={because} />}
    >
      {!isOver && <Promised lines={refundLines} />}
      {!isOver && !because && (
        <RadioGroup
          label={t('care.cancel.reason')}
          options={REASONS.map((value) => ({ value, label: t(`care.cancel.reason.${value}`) }))}
          {...form.field('reason')}
        />
      )}
    </FormDialog>
  )
}

function Promised({ lines: [first, ...others] }: { lines: readonly string[] }) {
  return (
    <div className={css.story}>
      <p className={css.now}>{first}</p>
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/**
 * `AWAY`: the patient cancels a time that the clinic cannot keep; a late refusal means that the clinic has just
 * resolved it.
 */
function Refused({ failure, because }: { failure: unknown; because: string | undefined }) {
  const { minCancellationTimeInAdvanceMinutes: notice } = usePartner()
  if (!failure) return null
  const code = failure instanceof CallFailed ? failure.code : ''
  const key = `care.cancel.${because === 'AWAY' && code === 'TOO_LATE_TO_CANCEL' ? 'CHANGED_MEANWHILE' : code}`
  const text = hasMessage(key) ? t(key, { notice: formatMinutes(notice) }) : failureMessage(failure)
  return <Alert tone="danger" title={text} failure={failure} />
}
