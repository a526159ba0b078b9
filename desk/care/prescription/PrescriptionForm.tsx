import type { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { clinicToday } from '../../kit/times.ts'
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
  itemOf,
  newDraft,
} from './prescription-draft.ts'
import { useDraftItems } from './prescription-queries.ts'
import { SignDialog } from './SignDialog.tsx'

interface PrescriptionFormProps {
  id: string
  patient: DeskConsultation['patient']
  known: Pick<Reply<typeof listDeskPrescriptions>, 'usual' | 'routes' | 'allergies'>
  /** The draft holds a renewed prescription, which only needs a look and the signature. */
  isRenewing: boolean
  onClose: () => void
}

/** Medicines one by one, then a look at the whole, then the signature. */
export function PrescriptionForm({
  id,
  patient,
  known: { usual, routes, allergies },
  isRenewing,
  onClose,
}: PrescriptionFormProps) {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? newDraft(clinicToday()))
  // Counts forms: each begins anew, with what is taken back from the list or with nothing.
  const [form, setForm] = useState<{ count: number; initial: ItemDraft }>({ count: 0, initial: EMPTY_ITEM })
  const [signing, setSigning] = useState(isRenewing)
  const items = useDraftItems(draft.items)
  const begin = (initial: ItemDraft) => setForm(({ count }) => ({ count: count + 1, initial }))
  function keep(next: Draft): void {
    drafts.set(id, next)
    setDraft(next)
  }
  const without = (index: number) => keep({ ...draft, items: draft.items.filter((_, at) => at !== index) })
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
            keep({ ...draft, items: [...draft.items, itemOf(item)] })
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
          onChange={keep}
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
