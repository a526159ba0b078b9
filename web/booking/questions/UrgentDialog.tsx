import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'

interface UrgentDialogProps {
  /** What the partner says to this answer in particular. */
  text: string | null | undefined
  onClose: () => void
  goOn: () => void
}

/** An answer that may mean an emergency: whom to call comes before the next question. */
export function UrgentDialog({ text, onClose, goOn }: UrgentDialogProps) {
  const { emergencyPhoneNumber: number } = usePartner()
  return (
    <Dialog
      open
      title={t('booking.urgent.title')}
      onClose={onClose}
      actions={
        <>
          <LinkButton href={`tel:${number}`} variant="danger" icon="phone">
            {t('booking.urgent.call', { number })}
          </LinkButton>
          <Button variant="quiet" onClick={goOn}>
            {t('booking.urgent.goOn')}
          </Button>
        </>
      }
    >
      <p>{text ?? t('booking.urgent.text', { number })}</p>
    </Dialog>
  )
}
