import { allergiesIn, validityProblem } from '@cuida/core/care/prescription/prescription.ts'
import { prescribe } from '@cuida/core/care/prescription/prescription-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { clinicToday } from '../../kit/times.ts'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import type { Draft } from './prescription-draft.ts'
import { usePrescribe } from './prescription-queries.ts'

interface SignDialogProps {
  id: string
  patientName: string
  draft: Draft
  allergies: readonly string[]
  onChange: (draft: Draft) => void
  onClose: () => void
  onSigned: () => void
}

/** The whole of it as the patient will read it, and until when it is good. Signed, it cannot be changed. */
export function SignDialog({ id, patientName, draft, allergies, onChange, onClose, onSigned }: SignDialogProps) {
  const sign = usePrescribe(id)
  const [problem, setProblem] = useState<string>()
  const warned = [...new Set(draft.items.flatMap(({ medicine }) => allergiesIn(medicine, allergies)))]
  const press = () => {
    const found = validityProblem(draft.validUntil, clinicToday())
    setProblem(found)
    if (found) return document.getElementById('valid-until')?.focus()
    sign.mutate(draft, {
      onSuccess: () => {
        showToast(t('desk.prescription.signed', { name: patientName }))
        onSigned()
      },
      onError: (error) => {
        // What is signed stands in the list; whoever means another one presses again.
        if (refusedWith(prescribe, error, 'SIGNED_ALREADY')) onChange({ ...draft, key: crypto.randomUUID() })
      },
    })
  }
  return (
    <Dialog
      open
      title={t('desk.prescription.signTitle', { name: patientName })}
      onClose={onClose}
      actions={
        <Button variant="primary" icon="check" busy={sign.isPending} onClick={press}>
          {t('desk.prescription.sign')}
        </Button>
      }
    >
      <div className={css.form}>
        <ItemList items={draft.items} />
        {warned.length > 0 && (
          <Alert tone="warning" title={t('desk.prescription.allergic', { allergy: warned.join(', ') })} />
        )}
        <TextInput
          id="valid-until"
          type="date"
          label={t('desk.prescription.validUntil')}
          value={draft.validUntil}
          onChange={(validUntil) => onChange({ ...draft, validUntil })}
          error={problem && t(`desk.prescription.validUntil.${problem}`)}
        />
        <p className={css.faint}>{t('desk.prescription.signText')}</p>
        <Failure failure={sign.error} />
      </div>
    </Dialog>
  )
}
