import type { DeskPrescription } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { whenWords } from '../../kit/times.ts'
import { CancelPrescription } from './CancelPrescription.tsx'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'

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

/** One prescription: what it says, where it stands, and its end. */
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
      {problem && <p className={css.problem}>{problemWords(problem)}</p>}
      {cancelReason && <p className={css.faint}>{t('desk.prescription.because', { reason: cancelReason })}</p>}
      <p className={css.faint}>
        {t('desk.prescription.by', { author, when: whenWords(signedAt) })} ·{' '}
        {t('care.prescription.until', { day: fullDate(validUntil) })}
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

/** The provider's words are its own; those that we know are told in ours. */
function problemWords(code: string): string {
  const key = `desk.prescription.problem.${code}`
  return hasWords(key) ? t(key) : t('desk.prescription.problem.OTHER', { code })
}
