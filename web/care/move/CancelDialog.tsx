import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { durationMinutes } from '@cuida/ui/words/format.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import css from '../ConsultationScreen.module.css'
import { useCancel } from '../queries.ts'

const REASONS = ['TIME', 'BETTER', 'ELSEWHERE', 'COST', 'OTHER'] as const
/** After one of these there is nothing left to cancel here. */
const FINAL: readonly (string | undefined)[] = ['TOO_LATE_TO_CANCEL', 'NOT_CANCELLABLE']

interface CancelDialogProps {
  orderId: string
  /** What comes back, and until when. */
  promise: readonly string[]
  /** It is too late for the money; the hour is given up all the same. */
  withoutRefund?: boolean
  /** Why, when the app knows it: then nobody is asked. */
  because?: string
  onClose: () => void
}

/** What comes back, why, and keeping it first. */
export function CancelDialog({ orderId, promise, withoutRefund = false, because, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState<string | undefined>(because)
  const [isAsked, setAsked] = useState(false)
  const cancel = useCancel(orderId, { withoutRefund, onCancelled: onClose })
  // What the clinic does not keep is not the patient's to keep either.
  const keep = because ? 'care.cancel.back' : 'care.cancel.keep'
  const isOver = cancel.error instanceof CallFailed && FINAL.includes(cancel.error.code)
  return (
    <Dialog
      open
      title={t('care.cancel.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {t(isOver ? 'ui.close' : keep)}
          </Button>
          {!isOver && (
            <Button
              variant="danger"
              busy={cancel.isPending}
              onClick={() => (reason ? cancel.mutate(reason) : setAsked(true))}
            >
              {t('care.cancel.confirm')}
            </Button>
          )}
        </>
      }
    >
      <Refused failure={cancel.error} because={because} />
      {!isOver && <Promised lines={promise} />}
      {!isOver && !because && (
        <RadioGroup<string>
          label={t('care.cancel.reason')}
          options={REASONS.map((value) => ({ value, label: t(`care.cancel.reason.${value}`) }))}
          value={reason}
          onChange={setReason}
          error={isAsked && !reason ? t('care.cancel.reason.REQUIRED') : undefined}
        />
      )}
    </Dialog>
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

/** `AWAY`: they gave back what the clinic cannot keep; when that is too late, the clinic has just decided of it. */
function Refused({ failure, because }: { failure: unknown; because: string | undefined }) {
  const { minCancellationTimeInAdvanceMinutes: notice } = usePartner()
  if (!failure) return null
  const code = failure instanceof CallFailed ? failure.code : ''
  const key = `care.cancel.${because === 'AWAY' && code === 'TOO_LATE_TO_CANCEL' ? 'CHANGED_MEANWHILE' : code}`
  const words = hasWords(key) ? t(key, { notice: durationMinutes(notice) }) : failureWords(failure)
  return <Alert tone="danger" title={words} failure={failure} />
}
