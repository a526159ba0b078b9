import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'

/** Confirms leaving: an accidental tap must not end a consultation. */
export function LeaveCall({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      open={open}
      title={t('care.call.leaveTitle')}
      onClose={onStay}
      actions={
        <>
          <Button variant="primary" onClick={onStay}>
            {t('care.call.stay')}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t('care.call.leave')}
          </Button>
        </>
      }
    >
      <p>{t('care.call.leaveText')}</p>
    </Dialog>
  )
}
