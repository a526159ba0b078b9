import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { useHotKey } from '../../kit/hot-keys.ts'
import css from './Prescription.module.css'
import { PrescriptionForm } from './PrescriptionForm.tsx'
import { PrescriptionRow } from './PrescriptionRow.tsx'
import { PrescriptionWindow } from './PrescriptionWindow.tsx'
import { drafts } from './prescription-draft.ts'
import { usePrescriptions } from './prescription-queries.ts'

/** What was prescribed in this consultation, what became of it, and, for who holds it, the next one. */
export function PrescriptionPanel({ consultation }: { consultation: DeskConsultation }) {
  const { id, heldByMe, patient } = consultation
  const { data, error } = usePrescriptions(id)
  const [writing, setWriting] = useState(drafts.has(id))
  // Without a provider, or in a product that leads to no prescription, what was prescribed before is read and nothing is written.
  const writes = heldByMe && data?.signing !== 'nowhere'
  useHotKey('p', () => writes && setWriting(true))
  if (!writes && !data?.items.length) return null
  return (
    <section aria-labelledby="prescriptions-title">
      <Card>
        <h2 id="prescriptions-title">{t('desk.prescription.title')}</h2>
        {!data && <Failure failure={error} />}
        {data && data.items.length > 0 && (
          <ul className={css.list}>
            {data.items.map((one) => (
              <PrescriptionRow key={one.id} consultationId={id} patient={patient} prescription={one} />
            ))}
          </ul>
        )}
        {writes && data && !writing && (
          <Button icon="plus" aria-keyshortcuts="p" onClick={() => setWriting(true)}>
            {t('desk.prescription.new')} <kbd className={css.key}>P</kbd>
          </Button>
        )}
        {writes && writing && data?.signing === 'there' && (
          <PrescriptionWindow id={id} onClose={() => setWriting(false)} />
        )}
        {writes && writing && data?.signing === 'here' && (
          <PrescriptionForm
            id={id}
            usual={data.usual}
            allergies={data.allergies}
            patient={patient}
            onClose={() => setWriting(false)}
          />
        )}
      </Card>
    </section>
  )
}
