import { alertsOf } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory } from '@cuida/core/care/record/record-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { MouseEvent } from 'react'
import { useQuery } from '../../kit/queries.ts'

interface RecordedAllergiesProps {
  patientId: string
  /** Characters that the answer may have: a longer list is not offered, because a part of it would mislead. */
  most: number
  onConfirm: (allergies: string, event: MouseEvent) => void
}

/** The allergies in the patient's record, to confirm with one tap instead of typing them again. */
export function RecordedAllergies({ patientId, most, onConfirm }: RecordedAllergiesProps) {
  const { data } = useQuery(getMedicalHistory, { id: patientId })
  const list = alertsOf(data?.entries ?? [])
    .map(({ text }) => text)
    .join(', ')
  if (list === '' || list.length > most) return null
  return (
    <Alert
      tone="info"
      title={t('booking.recorded.allergies', { list })}
      action={
        <Button variant="secondary" onClick={(event) => onConfirm(list, event)}>
          {t('booking.recorded.confirm')}
        </Button>
      }
    />
  )
}
