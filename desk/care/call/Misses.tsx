import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import { useNow } from '../../kit/use-now.ts'
import { nextMissOf } from '../standing.ts'

/** Not reached minutes ago: when it counts again, and what can be done until then. */
export function NextMiss({ consultation }: { consultation: DeskConsultation }) {
  const now = useNow(5_000)
  const from = nextMissOf(consultation)
  if (!from) return null
  // A clock shows no seconds: at the minute that it tells it is true.
  const minute = new Date(Math.ceil(from / 60_000) * 60_000)
  return <p>{t('desk.call.tooSoon', { time: timeWords(minute.toISOString(), now) })}</p>
}

interface LastMissProps {
  consultation: DeskConsultation
  onConfirm: () => void
  onClose: () => void
}

/** The third call that nobody answered ends the consultation: what that means for the patient's money is said before. */
export function LastMiss({ consultation, onConfirm, onClose }: LastMissProps) {
  const { patient, missedCallsPaidBack } = consultation
  return (
    <Dialog
      open
      title={t('desk.call.lastMiss.title', { name: patient.firstName })}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {t('desk.call.lastMiss.confirm')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('desk.call.lastMiss.keep')}
          </Button>
        </>
      }
    >
      <p>{t(missedCallsPaidBack ? 'desk.call.lastMiss.paidBack' : 'desk.call.lastMiss.kept')}</p>
    </Dialog>
  )
}
