import { allergiesIn, validityProblem } from '@cuida/core/care/prescription/prescription.ts'
import { prescribe } from '@cuida/core/care/prescription/prescription-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
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
  const warned = [...new Set(draft.items.flatMap(({ medicine }) => allergiesIn(medicine, allergies)))]
  const form = useDialogForm({
    initial: { validUntil: draft.validUntil },
    check: ({ validUntil }) => ({ validUntil: validityProblem(validUntil, clinicToday()) }),
    submit: () =>
      sign.mutateAsync(draft).catch((error) => {
        // What is signed stands in the list; whoever means another one presses again.
        if (refusedWith(prescribe, error, 'SIGNED_ALREADY')) onChange({ ...draft, key: crypto.randomUUID() })
        throw error
      }),
    words: (field, problem) => t(`desk.prescription.${field}.${problem}`),
    done: () => {
      onSigned()
      return t('desk.prescription.signed', { name: patientName })
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.prescription.signTitle', { name: patientName })}
      act={t('desk.prescription.sign')}
      icon="check"
    >
      <ItemList items={draft.items} />
      {warned.length > 0 && (
        <Alert tone="warning" title={t('desk.prescription.allergic', { allergy: warned.join(', ') })} />
      )}
      <TextInput
        type="date"
        label={t('desk.prescription.validUntil')}
        {...form.field('validUntil')}
        onChange={(validUntil) => {
          form.set('validUntil', validUntil)
          onChange({ ...draft, validUntil })
        }}
      />
      <p className={css.faint}>{t('desk.prescription.signText')}</p>
    </FormDialog>
  )
}
