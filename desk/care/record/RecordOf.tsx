import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { PlaceLinkButton } from '../../kit/place/PlaceLinkButton.tsx'
import { BreakGlassDialog } from './BreakGlassDialog.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import { useRecord } from './record-queries.ts'

/** The record of who this consultation is for, or why it is not open yet and what opens it. */
export function RecordOf({ consultation }: { consultation: DeskConsultation }) {
  const { patient } = consultation
  // Where calls go through the partner's line the number is not shown: then the patient says it.
  const phone = patient.phone?.number
  const record = useRecord(patient.id)
  const [asking, setAsking] = useState(false)
  if (!isGone(record.error)) return <RecordPanel patientId={patient.id} />
  return (
    <>
      <EmptyState
        title={t('desk.record.closed', { name: patient.firstName })}
        action={
          phone ? (
            <Button icon="lock" onClick={() => setAsking(true)}>
              {t('desk.record.emergency.open')}
            </Button>
          ) : (
            <PlaceLinkButton icon="lock" href="/records/emergency">
              {t('desk.record.emergency.open')}
            </PlaceLinkButton>
          )
        }
      >
        {t('desk.record.closedText')}
      </EmptyState>
      {asking && phone && (
        <BreakGlassDialog
          name={patient.firstName}
          known={{ phone, dateOfBirth: patient.dateOfBirth, firstName: patient.firstName }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
