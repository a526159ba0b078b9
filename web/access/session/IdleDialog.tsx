import { Button } from '@cuida/ui/Button/Button.tsx'
import { CountdownRing } from '@cuida/ui/Countdown/Countdown.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import css from './IdleDialog.module.css'

interface IdleDialogProps {
  /** Milliseconds since 1970. */
  endsAt: number
  totalSeconds: number
  /** The person stays signed in. */
  onClose: () => void
  onLeave: () => void
}

/** A2.43: the remaining time, and the choice to stay or sign out. Closing the dialog means staying. */
export function IdleDialog({ endsAt, totalSeconds, onClose, onLeave }: IdleDialogProps) {
  return (
    <Dialog
      open
      title={t('access.idle.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {t('access.idle.stay')}
          </Button>
          <Button variant="quiet" onClick={onLeave}>
            {t('access.idle.leave')}
          </Button>
        </>
      }
    >
      <div className={css.ring}>
        <CountdownRing until={endsAt} total={totalSeconds} label={t('access.idle.countdown')} />
        <p>{t('access.idle.text')}</p>
      </div>
    </Dialog>
  )
}
