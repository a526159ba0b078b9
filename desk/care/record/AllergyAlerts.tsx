import { alertsOf } from '@cuida/core/care/record/history.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import css from './RecordPanel.module.css'
import { useRecord } from './record-queries.ts'

/** What must be seen before anything is said or prescribed. Only for who holds the patient: to look is recorded. */
export function AllergyAlerts({ patientId }: { patientId: string }) {
  const { data } = useRecord(patientId)
  if (!data) return null
  const alerts = alertsOf(data.entries)
  return (
    <ul className={css.alerts} aria-label={t('care.record.kind.allergy')}>
      {alerts.length === 0 && <li className={css.none}>{t('desk.record.noAllergies')}</li>}
      {alerts.map(({ id, text, severity }) => (
        <li key={id}>
          <StatusChip tone={severity === 'mild' ? 'warning' : 'danger'} icon="warning">
            {t('desk.record.allergy', { text })}
            {severity && ` · ${t(`care.record.severity.${severity}`)}`}
          </StatusChip>
        </li>
      ))}
    </ul>
  )
}
