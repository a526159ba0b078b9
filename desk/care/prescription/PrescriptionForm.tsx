import { ALLERGY_REASON, allergiesIn, validityProblem } from '@cuida/core/care/prescription/prescription.ts'
import { type listDeskPrescriptions, prescribe } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { clinicToday } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { PatientIdentity } from '../../kit/page/PatientIdentity.tsx'
import { PatientSafety } from '../record/PatientSafety.tsx'
import { ItemForm } from './ItemForm.tsx'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import {
  type Draft,
  draftOfItem,
  drafts,
  EMPTY_ITEM,
  type ItemDraft,
  isFull,
  newDraft,
  toPrescribedItem,
} from './prescription-draft.ts'
import { useDraftItems, usePrescribe } from './prescription-queries.ts'

interface PrescriptionFormProps {
  id: string
  patient: DeskConsultation['patient']
  known: Pick<Reply<typeof listDeskPrescriptions>, 'usual' | 'routes' | 'allergies'>
  /** The draft is a renewal, which needs only a review and the signature. */
  isRenewing: boolean
  onClose: () => void
}

/** Add items one by one, review the prescription, sign it. */
export function PrescriptionForm({
  id,
  patient,
  known: { usual, routes, allergies },
  isRenewing,
  onClose,
}: PrescriptionFormProps) {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? newDraft(clinicToday()))
  // `count` is the form's key: each form mounts anew, empty or with an item taken from the list.
  const [form, setForm] = useState<{ count: number; initial: ItemDraft }>({ count: 0, initial: EMPTY_ITEM })
  const [signing, setSigning] = useState(isRenewing)
  const items = useDraftItems(draft.items)
  const begin = (initial: ItemDraft) => setForm(({ count }) => ({ count: count + 1, initial }))
  function saveDraft(next: Draft): void {
    drafts.set(id, next)
    setDraft(next)
  }
  const without = (index: number) => saveDraft({ ...draft, items: draft.items.filter((_, at) => at !== index) })
  return (
    <div className={css.form}>
      <PatientSafety patientId={patient.id} />
      {draft.items.length > 0 && (
        <ItemList
          items={items}
          onRemove={without}
          onEdit={(index) => {
            const item = draft.items[index]
            without(index)
            if (item) begin(draftOfItem(item))
          }}
        />
      )}
      {!isFull(draft) && (
        <ItemForm
          key={form.count}
          initial={form.initial}
          usual={usual}
          routes={routes}
          allergies={allergies}
          onAdd={(item) => {
            saveDraft({ ...draft, items: [...draft.items, toPrescribedItem(item)] })
            begin(EMPTY_ITEM)
          }}
        />
      )}
      <div className={css.end}>
        {draft.items.length > 0 && (
          <Button variant="primary" icon="check" onClick={() => setSigning(true)}>
            {t('desk.prescription.review')}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('desk.prescription.later')}
        </Button>
      </div>
      {signing && (
        <SignDialog
          id={id}
          patient={patient}
          draft={draft}
          allergies={allergies}
          onChange={saveDraft}
          onClose={() => setSigning(false)}
          onSigned={() => {
            drafts.delete(id)
            onClose()
          }}
        />
      )}
    </div>
  )
}

interface SignDialogProps {
  id: string
  patient: DeskConsultation['patient']
  draft: Draft
  allergies: readonly string[]
  onChange: (draft: Draft) => void
  onClose: () => void
  onSigned: () => void
}

/** The prescription as the patient will read it, with its expiry date. It cannot change after signing. */
function SignDialog({ id, patient, draft, allergies, onChange, onClose, onSigned }: SignDialogProps) {
  const sign = usePrescribe(id)
  const items = useDraftItems(draft.items)
  const warned = [...new Set(draft.items.flatMap(({ medicine }) => allergiesIn(medicine, allergies)))]
  const form = useDialogForm({
    initial: { validUntil: draft.validUntil, allergyReason: '' },
    check: ({ validUntil, allergyReason }) => ({
      validUntil: validityProblem(validUntil, clinicToday()),
      ...(warned.length > 0
        ? { allergyReason: lengthProblem(allergyReason, ALLERGY_REASON.least, ALLERGY_REASON.most) }
        : {}),
    }),
    submit: ({ allergyReason }) =>
      sign.mutateAsync({ ...draft, ...(warned.length > 0 ? { allergyReason } : {}) }).catch((error) => {
        // The signed prescription is in the list; a new idempotency key lets a second submit create another one.
        if (refusedWith(prescribe, error, 'SIGNED_ALREADY')) onChange({ ...draft, key: crypto.randomUUID() })
        throw error
      }),
    message: (field, problem) => t(`desk.prescription.${field}.${problem}`),
    done: () => {
      onSigned()
      return t('desk.prescription.signed', { name: `${patient.firstName} ${patient.lastName}` })
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.prescription.signTitle', { name: `${patient.firstName} ${patient.lastName}` })}
      act={t('desk.prescription.sign')}
      icon="check"
    >
      <PatientIdentity patient={patient} />
      <PatientSafety patientId={patient.id} />
      <ItemList items={items} />
      {warned.length > 0 && (
        <>
          <Alert tone="danger" title={t('desk.prescription.allergic', { allergy: warned.join(', ') })} />
          <TextArea
            label={t('desk.prescription.allergyReason')}
            hint={t('desk.prescription.allergyReasonHint')}
            {...form.field('allergyReason')}
          />
        </>
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
