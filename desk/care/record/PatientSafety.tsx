import { alertsOf, type HistoryEntry } from '@cuida/core/care/record/history.ts'
import type { Statement, Statements } from '@cuida/core/care/record/statement.ts'
import { ClinicalSubject } from '@cuida/core/catalogue/product/question.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { formatClinicDate } from '../../kit/clinic-time.ts'
import css from './PatientSafety.module.css'
import { useRecord } from './record-queries.ts'

/** Allergies and medicines of a patient whose record the caller holds open: each read is audited. */
export function PatientSafety({ patientId }: { patientId: string }) {
  const { data } = useRecord(patientId)
  return data ? <SafetyFacts entries={data.entries} statements={data.statements} /> : null
}

interface SafetyFactsProps {
  /** From the record; undefined while the record is not open. */
  entries?: readonly HistoryEntry[]
  statements: Statements
}

/**
 * What to know before advising or prescribing: the record's allergies, the most severe first, and the patient's own
 * statements.
 */
export function SafetyFacts({ entries = [], statements }: SafetyFactsProps) {
  const alerts = alertsOf(entries)
  return (
    <dl className={css.facts}>
      {ClinicalSubject.options.map((subject) => (
        <div key={subject}>
          <dt>{t(`desk.safety.${subject}`)}</dt>
          <dd>
            {subject === 'allergies' &&
              alerts.map(({ id, text, severity }) => (
                <StatusChip key={id} tone={severity === 'mild' ? 'warning' : 'danger'} icon="warning">
                  {text} · {t(`care.record.severity.${severity ?? 'unknown'}`)}
                </StatusChip>
              ))}
            <StatementLine
              subject={subject}
              statement={statements[subject]}
              isKnown={subject === 'allergies' && alerts.length > 0}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface StatementLineProps {
  subject: ClinicalSubject
  statement: Statement
  /** The record has an entry, so that an unanswered question needs no warning. */
  isKnown: boolean
}

function StatementLine({ subject, statement: { state, text, at }, isKnown }: StatementLineProps) {
  const day = at ? formatClinicDate(at) : ''
  if (state === 'listed') return <span>{t('desk.safety.listed', { text: text ?? '', day })}</span>
  if (state === 'none-known') return <span>{t(`desk.safety.none-known.${subject}`, { day })}</span>
  if (isKnown) return null
  return (
    <StatusChip tone="warning" icon="info">
      {t(`desk.safety.${state}`)}
    </StatusChip>
  )
}
