import type { PrescribedItem } from '@cuida/core/care/prescription/prescription.ts'
import type { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { useHotKey } from '../../kit/hot-keys.ts'
import { clinicToday, whenWords } from '../../kit/times.ts'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import { PrescriptionForm } from './PrescriptionForm.tsx'
import { PrescriptionRow } from './PrescriptionRow.tsx'
import { PrescriptionWindow } from './PrescriptionWindow.tsx'
import { drafts, newDraft, renewedItems } from './prescription-draft.ts'
import { usePrescriptions } from './prescription-queries.ts'

/** What was prescribed in this consultation, what became of it, and, for who holds it, the next one. */
export function PrescriptionPanel({ consultation }: { consultation: DeskConsultation }) {
  const { id, heldByMe, patient } = consultation
  const { data, error } = usePrescriptions(id)
  const [writing, setWriting] = useState<'new' | 'renewed' | undefined>(drafts.has(id) ? 'new' : undefined)
  // Without a provider, or in a product that leads to no prescription, what was prescribed before is read and nothing is written.
  const writes = heldByMe && data?.signing !== 'nowhere'
  useHotKey('p', () => writes && setWriting('new'))
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
          <Button icon="plus" aria-keyshortcuts="p" onClick={() => setWriting('new')}>
            {t('desk.prescription.new')} <kbd className={css.key}>P</kbd>
          </Button>
        )}
        {writes && data?.signing === 'here' && !writing && data.earlier.length > 0 && (
          <EarlierPrescriptions
            earlier={data.earlier}
            onRenew={(items) => {
              drafts.set(id, { ...newDraft(clinicToday()), items })
              setWriting('renewed')
            }}
          />
        )}
        {writes && writing && data?.signing === 'there' && (
          <PrescriptionWindow id={id} onClose={() => setWriting(undefined)} />
        )}
        {writes && writing && data?.signing === 'here' && (
          <PrescriptionForm
            id={id}
            known={data}
            isRenewing={writing === 'renewed'}
            patient={patient}
            onClose={() => setWriting(undefined)}
          />
        )}
      </Card>
    </section>
  )
}

interface EarlierPrescriptionsProps {
  earlier: Reply<typeof listDeskPrescriptions>['earlier']
  onRenew: (items: PrescribedItem[]) => void
}

/** What this patient was prescribed before. Renewing fills a prescription with it: it is looked at and signed, nothing is typed. */
function EarlierPrescriptions({ earlier, onRenew }: EarlierPrescriptionsProps) {
  return (
    <details className={css.earlier}>
      <summary>{t('desk.prescription.earlier', { count: earlier.length })}</summary>
      <ul className={css.list}>
        {earlier.map(({ id, author, signedAt, items }) => {
          const renewed = renewedItems(items)
          return (
            <li key={id} className={css.one}>
              <ItemList items={items} />
              <p className={css.faint}>{t('desk.prescription.by', { author, when: whenWords(signedAt) })}</p>
              {renewed ? (
                <Button icon="refresh" fit onClick={() => onRenew(renewed)}>
                  {t('desk.prescription.renew')}
                </Button>
              ) : (
                <p className={css.faint}>{t('desk.prescription.notRenewable')}</p>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
