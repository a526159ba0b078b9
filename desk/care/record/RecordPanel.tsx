import type { DeskRecord, RecordedConsultation } from '@cuida/core/care/record/desk-record-api.ts'
import {
  type EditRequest,
  type EntryVersion,
  type HistoryEntry,
  HistoryKind,
  type NewEntry,
} from '@cuida/core/care/record/history.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Section } from '@cuida/ui/Card/Card.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { formatPartialDate } from '@cuida/ui/i18n/partial-date.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { formatWhen, formatWhenLong, formatWhenShort } from '../../kit/clinic-time.ts'
import { endingMessage } from '../../kit/consultation-ending.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { sentenceProblem } from '../prescription/sentence-problem.ts'
import { EntryDialog } from './EntryDialog.tsx'
import type { Draft } from './entry-values.ts'
import css from './RecordPanel.module.css'
import { useDecline, useRecord } from './record-queries.ts'

/** Safety facts, requests, history and past care, in this order. */
export function RecordPanel({ patientId }: { patientId: string }) {
  return (
    <QueryBoundary query={useRecord(patientId)} lines={8}>
      {(record) => <Opened record={record} />}
    </QueryBoundary>
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

/** Why the reader may see this record, and that the patient sees this access in their log. */
function Grounds({ record: { because, at, patient } }: { record: DeskRecord }) {
  const name = patient.firstName
  if (because === 'break-glass')
    return (
      <Alert tone="warning" title={t('desk.record.because.break-glass', { until: at ? formatWhenShort(at) : '' })}>
        {t('desk.record.readOnly')}
      </Alert>
    )
  return (
    <p className={css.grounds}>
      {t(`desk.record.because.${because}`, { name, when: at ? formatWhen(at) : '' })} {t('desk.record.told', { name })}
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

/** Past consultations, newest first, with the signed notes and their amendments. */
function PastCare({ consultations }: { consultations: readonly RecordedConsultation[] }) {
  return (
    <Section title={t('desk.record.consultations')}>
      {consultations.length === 0 && <p className={css.none}>{t('desk.record.none')}</p>}
      {consultations.map(({ id, productName, clinician, at, notes, privateNote, ...ending }) => (
        <article key={id} className={css.care}>
          <h3>{productName}</h3>
          <p className={css.facts}>
            {[formatWhenLong(at), clinician, endingMessage(ending)].filter(Boolean).join(' · ')}
          </p>
          {notes.length > 0 && (
            <details>
              <summary>{t('desk.record.notes', { count: notes.length })}</summary>
              {notes.map((note) => (
                <div key={note.id} className={css.note}>
                  {note.amends && <strong>{t('care.notes.amendment', { reason: note.reason ?? '' })}</strong>}
                  <p className={css.quote}>{note.text}</p>
                  <p className={css.by}>
                    {t('care.record.by', { author: note.author, when: formatWhenShort(note.signedAt) })}
                  </p>
                </div>
              ))}
            </details>
          )}
          {privateNote && (
            <details>
              <summary>{t('desk.notes.private')}</summary>
              <div className={css.note}>
                <p className={css.quote}>{privateNote.text}</p>
                <p className={css.by}>
                  {t('care.record.by', { author: privateNote.author, when: formatWhenShort(privateNote.signedAt) })}
                </p>
              </div>
            </details>
          )}
        </article>
      ))}
    </Section>
  )
}

/** The current version of an entry with author and date, and its earlier versions below. */
function EntryLine({ entry, onReplace }: { entry: HistoryEntry; onReplace: (() => void) | undefined }) {
  const { text, status, earlier } = entry
  return (
    <li
      className={css.entry}
      data-over={status !== 'active' || undefined}
      data-wrong={status === 'entered-in-error' || undefined}
    >
      <span className={css.text}>{text}</span>
      {onReplace && (
        <Button variant="link" fit aria-label={t('desk.record.changeOf', { text })} onClick={onReplace}>
          {t('desk.record.change')}
        </Button>
      )}
      <Facts version={entry} />
      <Author version={entry} />
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>{t('care.record.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((version) => (
              <li key={version.id}>
                <span className={css.quote}>{version.text}</span>
                <Facts version={version} />
                <Author version={version} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function Facts({ version: { severity, status, relative, onset } }: { version: EntryVersion }) {
  return (
    <p className={css.facts}>
      {severity && (
        <span className={severity === 'severe' ? css.grave : undefined}>{t(`care.record.severity.${severity}`)}</span>
      )}
      {severity && ' · '}
      {[
        relative && t(`care.record.relative.${relative}`),
        t(`care.record.status.${status}`),
        onset && t('care.record.since', { date: formatPartialDate(onset) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

function Author({ version: { author, writtenAt, reason } }: { version: EntryVersion }) {
  return (
    <p className={css.by}>
      {t('care.record.by', { author, when: formatWhenShort(writtenAt) })}
      {reason && ` · ${t('care.record.why', { reason })}`}
    </p>
  )
}

interface RequestCardProps {
  request: EditRequest
  /** The entry that the request is about, if its version is still the current one. */
  about: HistoryEntry | undefined
  mayAnswer: boolean
  onAccept: (about: HistoryEntry | undefined) => void
}

/** A patient's request to change the record, in their own words, with the two answers. */
function RequestCard({ request, about, mayAnswer, onAccept }: RequestCardProps) {
  const [declining, setDeclining] = useState(false)
  const { section, text, createdAt } = request
  return (
    <Card>
      <div className={css.request}>
        <StatusChip tone="accent" icon="pencil">
          {t('desk.record.request.chip')}
        </StatusChip>
        <p className={css.quote}>{text}</p>
        <small className={css.by}>
          {[t(`care.record.kind.${section}`), about?.text, formatWhen(createdAt)].filter(Boolean).join(' · ')}
        </small>
        {mayAnswer && (
          <div className={css.acts}>
            <Button fit icon="pencil" onClick={() => onAccept(about)}>
              {t('desk.record.request.accept')}
            </Button>
            <Button fit variant="quiet" onClick={() => setDeclining(true)}>
              {t('desk.record.request.decline')}
            </Button>
          </div>
        )}
      </div>
      {declining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </Card>
  )
}

/** Declines with a reason, which the patient reads. */
function DeclineDialog({ request, onClose }: { request: EditRequest; onClose: () => void }) {
  const decline = useDecline(request.id)
  const form = useDialogForm({
    initial: { answer: '' },
    check: ({ answer }) => ({ answer: sentenceProblem(answer) }),
    submit: ({ answer }) => decline.mutateAsync(answer.trim()),
    message: (_, code) => t(`desk.record.sentence.${code}`),
    done: () => t('desk.record.declined'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.record.request.declineTitle')} act={t('desk.record.request.send')}>
      <p className={css.quote}>{request.text}</p>
      <TextArea
        label={t('desk.record.request.answer')}
        hint={t('desk.record.request.answerHint')}
        most={500}
        {...form.field('answer')}
      />
    </FormDialog>
  )
}
