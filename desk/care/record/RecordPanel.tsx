import type { DeskRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { type HistoryEntry, HistoryKind, type NewEntry } from '@cuida/core/care/record/history.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { timeWords, whenWords } from '../../kit/times.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { EntryLine } from './EntryLine.tsx'
import type { Draft } from './entry-values.ts'
import { PastCare } from './PastCare.tsx'
import css from './RecordPanel.module.css'
import { RequestCard } from './RequestCard.tsx'
import { useRecord } from './record-queries.ts'

/** What must be known first, what was asked, the history, and the care there was. */
export function RecordPanel({ patientId }: { patientId: string }) {
  return (
    <Loaded of={useRecord(patientId)} lines={8}>
      {(record) => <Opened record={record} />}
    </Loaded>
  )
}

const empty = (kind: HistoryEntry['kind']): NewEntry => ({
  kind,
  text: '',
  onset: null,
  severity: null,
  status: 'active',
  relative: null,
})

function Opened({ record }: { record: DeskRecord }) {
  const [draft, setDraft] = useState<Draft>()
  const { patient, entries, requests, consultations, mayWrite } = record
  return (
    <div className={css.record}>
      <Grounds record={record} />
      {requests.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          about={entries.find(({ id }) => id === request.entryId)}
          mayAnswer={mayWrite}
          onAccept={(about) =>
            setDraft({
              writing: { what: 'accept', requestId: request.id },
              entry: about ?? empty(request.section),
            })
          }
        />
      ))}
      {HistoryKind.options.map((kind) => (
        <History
          key={kind}
          kind={kind}
          entries={entries.filter((entry) => entry.kind === kind)}
          onAdd={mayWrite ? () => setDraft({ writing: { what: 'add' }, entry: empty(kind) }) : undefined}
          onReplace={
            mayWrite ? (entry) => setDraft({ writing: { what: 'replace', entryId: entry.id }, entry }) : undefined
          }
        />
      ))}
      <PastCare consultations={consultations} />
      {draft && <EntryDialog patient={patient} draft={draft} onClose={() => setDraft(undefined)} />}
    </div>
  )
}

/** Why this person sees it; and that the patient reads of it. */
function Grounds({ record: { because, at, patient } }: { record: DeskRecord }) {
  const name = patient.firstName
  if (because === 'break-glass')
    return (
      <Alert tone="warning" title={t('desk.record.because.break-glass', { until: at ? timeWords(at) : '' })}>
        {t('desk.record.readOnly')}
      </Alert>
    )
  return (
    <p className={css.grounds}>
      {t(`desk.record.because.${because}`, { name, when: at ? whenWords(at) : '' })} {t('desk.record.told', { name })}
    </p>
  )
}

interface HistoryProps {
  kind: HistoryEntry['kind']
  entries: readonly HistoryEntry[]
  onAdd: (() => void) | undefined
  onReplace: ((entry: HistoryEntry) => void) | undefined
}

function History({ kind, entries, onAdd, onReplace }: HistoryProps) {
  const title = t(`care.record.kind.${kind}`)
  const add = onAdd && (
    <Button variant="quiet" fit icon="plus" aria-label={t('desk.record.addTo', { section: title })} onClick={onAdd}>
      {t('desk.record.add')}
    </Button>
  )
  return (
    <Section title={title} aside={add}>
      {entries.length === 0 && <p className={css.none}>{t('desk.record.none')}</p>}
      <ul className={css.entries}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} onReplace={onReplace && (() => onReplace(entry))} />
        ))}
      </ul>
    </Section>
  )
}
