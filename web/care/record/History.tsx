import {
  type EditRequest,
  type EntryVersion,
  type HistoryEntry,
  HistoryKind,
  MIN_EDIT_REQUEST_LENGTH,
} from '@cuida/core/care/record/history.ts'
import type { MedicalHistory } from '@cuida/core/care/record/record-api.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed, isGone } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatLongDay, truncateName } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { formatPartialDate } from '@cuida/ui/i18n/partial-date.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { FailureAlert, failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import css from './History.module.css'
import { RecordNotFound } from './RecordNotFound.tsx'
import { type RecordOwner, requestOf, useDownloadSummary, useHistory, useRequestEdit } from './record-queries.ts'

/** A medical history, with requests to change it. */
export function History({ member }: { member: RecordOwner }) {
  const history = useHistory(member.id)
  if (isGone(history.error)) return <RecordNotFound />
  return (
    <Stack>
      <QueryBoundary query={history} lines={8} keepsStale>
        {(history) => <Known history={history} />}
      </QueryBoundary>
      <SummaryDownload member={member} />
      <List>
        <ListRow
          icon="upload"
          title={t('care.healthLink.entry')}
          href={pathOf('healthLinks', { emrId: member.emrId })}
        />
        <ListRow icon="eye" title={t('care.accessLog.entry')} href={pathOf('accessLog', { emrId: member.emrId })} />
      </List>
    </Stack>
  )
}

/** The record for other clinics, as a file. */
function SummaryDownload({ member: { id, firstName, isDependant } }: { member: RecordOwner }) {
  const summary = useDownloadSummary(id)
  return (
    <>
      <FailureAlert failure={summary.error} />
      <Button
        icon="download"
        busy={summary.isPending}
        done={summary.isSuccess}
        onClick={() => summary.mutate(`${t('care.history.summaryFile')}.json`)}
      >
        {isDependant ? t('care.history.summaryOf', { name: truncateName(firstName) }) : t('care.history.summary')}
      </Button>
      <p className={css.none}>{t('care.history.summaryHint')}</p>
    </>
  )
}

/** A request about one entry, or about a missing one. */
type Asking = { about?: HistoryEntry }

function Known({ history: { patientId, entries, requests } }: { history: MedicalHistory }) {
  const [asking, setAsking] = useState<Asking>()
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState title={t('care.history.empty')}>{t('care.history.emptyText')}</EmptyState>
      ) : (
        <>
          <Updated entries={entries} />
          {HistoryKind.options.map((kind) => (
            <Kind
              key={kind}
              kind={kind}
              entries={entries.filter((entry) => entry.kind === kind)}
              onAsk={(about) => setAsking({ about })}
            />
          ))}
        </>
      )}
      <Button variant="primary" icon="pencil" onClick={() => setAsking({})}>
        {t('care.history.ask')}
      </Button>
      <Asked requests={requests} />
      {asking && (
        <RecordEditRequestDialog patientId={patientId} about={asking.about} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

function Updated({ entries }: { entries: readonly HistoryEntry[] }) {
  const { timeZone } = usePartner()
  const last = [...entries].sort((one, two) => two.writtenAt.localeCompare(one.writtenAt))[0]
  if (!last) return null
  return (
    <p className={css.updated}>
      {t('care.history.updated', { author: last.author, when: formatLongDay(last.writtenAt, timeZone) })}
    </p>
  )
}

interface KindProps {
  kind: HistoryEntry['kind']
  entries: readonly HistoryEntry[]
  onAsk: (about: HistoryEntry) => void
}

function Kind({ kind, entries, onAsk }: KindProps) {
  return (
    <Section title={t(`care.record.kind.${kind}`)}>
      {entries.length === 0 ? (
        <p className={css.none}>{t('care.history.none')}</p>
      ) : (
        <ul className={css.entries}>
          {entries.map((entry) => (
            <HistoryItem key={entry.id} entry={entry} onAsk={() => onAsk(entry)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const LOOK = {
  open: { tone: 'neutral', icon: 'clock' },
  accepted: { tone: 'success', icon: 'check' },
  declined: { tone: 'neutral', icon: 'info' },
} as const

/** Requested changes and their results. */
function Asked({ requests }: { requests: readonly EditRequest[] }) {
  const { timeZone } = usePartner()
  if (requests.length === 0) return null
  return (
    <Section title={t('care.history.asked')}>
      <ul className={css.asked} aria-live="polite">
        {requests.map(({ id, section, text, createdAt, state, answer, answeredBy }) => (
          <li key={id} className={css.entry}>
            <StatusChip {...LOOK[state]}>{t(`care.history.asked.${state}`)}</StatusChip>
            <p className={css.quote}>{text}</p>
            {answer && (
              <p className={css.answer}>{t('care.history.asked.answer', { who: answeredBy ?? '', answer })}</p>
            )}
            <p className={css.by}>
              {t('care.history.asked.when', {
                section: t(`care.record.kind.${section}`),
                when: formatLongDay(createdAt, timeZone),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** One entry, its author and date; earlier versions open with a tap. */
function HistoryItem({ entry, onAsk }: { entry: HistoryEntry; onAsk: () => void }) {
  const { text, status, earlier } = entry
  return (
    <li className={css.entry} data-wrong={status === 'entered-in-error' || undefined}>
      <Version version={entry} />
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>{t('care.record.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((version) => (
              <li key={version.id}>
                <Version version={version} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <Button variant="link" fit aria-label={t('care.history.askAbout', { text })} onClick={onAsk}>
        {t('care.history.askThis')}
      </Button>
    </li>
  )
}

function Version({ version }: { version: EntryVersion }) {
  const { timeZone } = usePartner()
  const { text, severity, status, relative, onset, author, writtenAt, reason } = version
  const facts = [
    severity && t(`care.record.severity.${severity}`),
    relative && t(`care.record.relative.${relative}`),
    t(`care.record.status.${status}`),
    onset && t('care.record.since', { date: formatPartialDate(onset) }),
  ]
  return (
    <>
      <p className={css.text}>{text}</p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {reason && <p className={css.quote}>{t('care.record.why', { reason })}</p>}
      <p className={css.by}>{t('care.record.by', { author, when: formatLongDay(writtenAt, timeZone) })}</p>
    </>
  )
}

interface RecordEditRequestDialogProps {
  patientId: string
  /** The entry to correct; undefined when one is missing. */
  about: HistoryEntry | undefined
  onClose: () => void
}

/** Requests a change, which a clinician decides. After a refusal the text stays. */
export function RecordEditRequestDialog({ patientId, about, onClose }: RecordEditRequestDialogProps) {
  const request = useRequestEdit(patientId)
  const { maximumLengthAllowed: most } = usePartner()
  const form = useDialogForm<{ section: HistoryKind | ''; text: string }>({
    initial: { section: about?.kind ?? '', text: '' },
    check: ({ section, text }) => ({
      section: section ? undefined : 'REQUIRED',
      text: lengthProblem(text, MIN_EDIT_REQUEST_LENGTH, most),
    }),
    submit: async ({ section, text }) => section && request.mutateAsync(requestOf(section, text, about)),
    message: (field, code) => t(`care.history.ask.${field}.${code}`, { most }),
    done: () => t('care.history.ask.sent'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('care.history.ask')}
      act={t('care.history.ask.send')}
      refused={(failure) => <Refused failure={failure} />}
    >
      {about ? (
        <p>{t('care.history.ask.about', { text: about.text })}</p>
      ) : (
        <RadioGroup
          label={t('care.history.ask.section')}
          options={HistoryKind.options.map((value) => ({ value, label: t(`care.record.kind.${value}`) }))}
          {...form.field('section')}
        />
      )}
      <TextArea
        label={t('care.history.ask.text')}
        hint={t('care.history.ask.textHint')}
        most={most}
        {...form.field('text')}
      />
    </FormDialog>
  )
}

function Refused({ failure }: { failure: unknown }) {
  if (failure === undefined || failure === null) return null
  const code = failure instanceof CallFailed ? failure.code : ''
  const key = code === 'PATIENT_NOT_FOUND' ? 'care.history.ask.gone' : `care.history.ask.${code}`
  return <Alert tone="danger" title={hasMessage(key) ? t(key) : failureMessage(failure)} failure={failure} />
}
