import { DeskCancelReason, type DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
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
  const [reason, setReason] = useState<DeskCancelReason>()
  const [isAsked, setAsked] = useState(false)
  const cancel = useCancel(consultation.id, () => {
    showToast(t('desk.cancel.done', { name }))
    onClose()
  })
  return (
    <Dialog
      open
      title={t('desk.cancel.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {t('desk.cancel.keep')}
          </Button>
          <Button
            variant="danger"
            busy={cancel.isPending}
            onClick={() => (reason ? cancel.mutate(reason) : setAsked(true))}
          >
            {t('desk.cancel.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('desk.cancel.text', { name })}</p>
      <RadioGroup<DeskCancelReason>
        label={t('desk.cancel.reason')}
        hint={t('desk.cancel.reasonHint')}
        options={DeskCancelReason.options.map((value) => ({ value, label: t(`desk.cancel.reason.${value}`) }))}
        value={reason}
        onChange={setReason}
        error={isAsked && !reason ? t('desk.cancel.reason.REQUIRED') : undefined}
      />
      <Failure failure={cancel.error} />
    </Dialog>
  )
}
